import Testing
import ViewfinderTracking

@Suite("Camera motion")
struct CameraMotionTests {
  private static let turn = CameraMotion(xx: 0, xy: -2, dx: 3, yx: 2, yy: 0, dy: -1)

  @Test("the identity moves nothing")
  func identity() {
    let point = CameraMotion.identity.moved(x: 3, y: -4)
    #expect(point == (3, -4))
    #expect(CameraMotion.identity.scale == 1)
  }

  @Test("lengths grow by the square root of the determinant")
  func scale() {
    #expect(Self.turn.scale == 2)
  }

  @Test("two motions together move a point as one after the other")
  func composition() {
    let shift = CameraMotion(dx: 10, dy: 20)
    let between = Self.turn.moved(x: 5, y: 7)
    let stepwise = shift.moved(x: between.x, y: between.y)
    #expect(Self.turn.followed(by: shift).moved(x: 5, y: 7) == stepwise)
    #expect(stepwise == (-1, 29))
    let other = shift.followed(by: Self.turn).moved(x: 5, y: 7)
    #expect(other == (-51, 29))
  }
}
