/// The sentence in a Google service's error reply.
struct ServerMessage {
  let text: String?

  private struct Envelope: Decodable {
    struct Failure: Decodable {
      let message: String?
    }
    let error: Failure
  }

  init(_ body: [UInt8]) {
    text = JSONText.decode(Envelope.self, from: body)?.error.message
  }
}
