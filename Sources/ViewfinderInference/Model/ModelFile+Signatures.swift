extension ModelFile {
  /// What keeps the signatures from fitting their subgraphs, or nothing when they fit.
  ///
  /// Converters have written signatures that name tensors from before an optimization; Teachable
  /// Machine's quantized exports do.
  var signatureFault: String? {
    // Any number of signatures may be for one subgraph.
    var edges: [Int: (inputs: Set<Int>, outputs: Set<Int>)] = [:]
    for signature in signatures {
      let index = signature.subgraph
      if edges[index] == nil, subgraphs.indices.contains(index) {
        edges[index] = (Set(subgraphs[index].inputs), Set(subgraphs[index].outputs))
      }
      if let fault = fault(of: signature, edges[index]) {
        return "the signature \"\(signature.key.prefix(80))\" \(fault)"
      }
    }
    return nil
  }

  private func fault(
    of signature: Signature, _ edges: (inputs: Set<Int>, outputs: Set<Int>)?
  ) -> String? {
    guard let edges else {
      return "names subgraph \(signature.subgraph) of \(subgraphs.count)"
    }
    let subgraph = subgraphs[signature.subgraph]
    for (bindings, tensors, kind) in [
      (signature.inputs, edges.inputs, "input"),
      (signature.outputs, edges.outputs, "output"),
    ] {
      for binding in bindings where !tensors.contains(binding.tensor) {
        return "takes tensor \(binding.tensor) for its \(kind) \"\(binding.name.prefix(80))\", "
          + "which the subgraph does not"
      }
      guard Set(bindings.map(\.name)).count == bindings.count,
        Set(bindings.map(\.tensor)).count == bindings.count
      else { return "has the same \(kind) twice" }
    }
    guard signature.inputs.count == subgraph.inputs.count else {
      return "has \(signature.inputs.count) of the \(subgraph.inputs.count) inputs of its subgraph"
    }
    return nil
  }
}
