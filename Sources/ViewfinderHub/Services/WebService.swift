internal import ViewfinderCore

/// Plain web servers, which are asked for the file itself.
enum WebService {
  static func plan(
    _ address: WebAddress, _ sha256: SHA256Digest?, known: SlotRecord.Content?
  ) -> PlanReply {
    if let sha256, let known, known.sha256 == sha256.hexadecimal { return .unchanged }
    var plan = FetchPlan(request: HTTPRequest(address: address), subject: address.redacted)
    plan.sha256 = sha256
    // A model whose hash is another than the one asked for has to come whole.
    if sha256 == nil, let known {
      if let version = known.version {
        plan.request.add("If-None-Match", version)
      } else {
        plan.request.add("If-Modified-Since", known.lastModified)
      }
    }
    return .fetch(plan)
  }
}
