import Foundation
import Viewfinder

/// Answers requests with the best label of their photo; at most 16 of them wait.
actor LabelServer {
  private let labeler: Labeler

  init() throws {
    labeler = try Labeler(options: .init(maxResults: 1, maxWaiting: 16))
  }

  func answer(to photo: [UInt8]) async -> String {
    do {
      let labels = try await labeler.labels(inPhoto: photo)
      return "200 \(labels.first?.text ?? "nothing")"
    } catch is CancellationError {
      return "499 cancelled"
    } catch let error as ViewfinderError where error.code == .overloaded {
      return "503 busy"
    } catch {
      return "400 \(error)"
    }
  }
}

// Usage: ServerExample PHOTO — 64 requests at once, the first of which are cancelled.
let photo = [UInt8](try Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
let server = try LabelServer()
let requests = (0..<64).map { _ in Task { await server.answer(to: photo) } }
for request in requests.prefix(8) { request.cancel() }

var counts: [String: Int] = [:]
for request in requests { counts[await request.value, default: 0] += 1 }
for (answer, count) in counts.sorted(by: { $0.key < $1.key }) { print(answer, "×", count) }
