extension ModelChecker {
  /// Checks what an operator reads, writes and is told.
  ///
  /// `isKnown` says for each tensor whether its declared shape counts.
  func check(
    _ operation: ModelFile.Operator,
    of subgraph: ModelFile.Subgraph,
    isKnown: [Bool]
  ) throws(FlatBufferFault) {
    let code = file.operatorCodes[operation.code]
    guard code.builtin != BuiltinOperator.custom else {
      try checkCustom(code.name, operation, of: subgraph)
      return
    }
    if let arity = OperatorArity.of(code.name) {
      try check(operation, against: arity)
    } else if operation.outputs.contains(-1) {
      throw FlatBufferFault("an output is left out")
    }
    try OperatorOptions.of(code.name)?.check(operation, reader)
    try OperatorParameters.check(code.name, operation, subgraph, isKnown: isKnown)
    let shapes = OperatorShapes(operation, subgraph, isKnown: isKnown)
    try shapes.check(code.name)
    try checkScales(code.name, operation, subgraph)
  }

  private func check(
    _ operation: ModelFile.Operator,
    against arity: OperatorArity
  ) throws(FlatBufferFault) {
    guard arity.inputs.contains(operation.inputs.count) else {
      throw FlatBufferFault("it has \(operation.inputs.count) inputs")
    }
    guard arity.outputs.contains(operation.outputs.count) else {
      throw FlatBufferFault("it has \(operation.outputs.count) outputs")
    }
    for (position, tensor) in operation.inputs.enumerated()
    where tensor < 0 && !arity.optional.contains(position) {
      throw FlatBufferFault("input \(position) is left out")
    }
    guard !operation.outputs.contains(-1) else {
      throw FlatBufferFault("an output is left out")
    }
  }

  // MARK: Calls

  /// Checks the subgraphs that operators call: they exist, and none calls itself in the end.
  func checkCalls() throws(FlatBufferFault) {
    var calls: [[Int]] = []
    for subgraph in file.subgraphs {
      var callees: [Int] = []
      for operation in subgraph.operators { callees += try self.callees(operation) }
      for callee in callees where !file.subgraphs.indices.contains(callee) {
        throw FlatBufferFault("an operator calls subgraph \(callee) of \(file.subgraphs.count)")
      }
      calls.append(Array(Set(callees)))
    }
    // Subgraphs are taken away once all they call is gone; what remains calls itself.
    var remaining = Set(calls.indices)
    var isProgress = true
    while isProgress {
      let free = remaining.filter { remaining.isDisjoint(with: calls[$0]) }
      remaining.subtract(free)
      isProgress = !free.isEmpty
    }
    guard remaining.isEmpty else {
      throw FlatBufferFault("subgraph \(remaining.min() ?? 0) calls itself")
    }
  }

  private func callees(_ operation: ModelFile.Operator) throws(FlatBufferFault) -> [Int] {
    var found: [Int] = []
    if let options = operation.options {
      // CallOptions, IfOptions, WhileOptions, CallOnceOptions.
      let slots: [Int: ClosedRange<Int>] = [16: 0...0, 92: 0...1, 93: 0...1, 103: 0...0]
      for slot in slots[operation.optionsType].map(Array.init) ?? [] {
        found.append(Int(try reader.integer(options, slot, default: 0 as Int32)))
      }
    }
    if let options = operation.options2 {
      // StablehloReduce, Scatter, ReduceWindow, Sort, While and Composite.
      let slots: [Int: ClosedRange<Int>] = [
        6: 1...1, 7: 6...6, 13: 5...5, 14: 2...2, 15: 0...1, 21: 1...1,
      ]
      for slot in slots[operation.options2Type].map(Array.init) ?? [] {
        found.append(Int(try reader.integer(options, slot, default: 0 as Int32)))
      }
      if operation.options2Type == 23 {
        found += try reader.integers(Int32.self, options, 0).map(Int.init)
      }
    }
    return found
  }
}
