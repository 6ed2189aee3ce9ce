extension ModelChecker {
  /// Checks what an operator reads, writes and takes as parameters.
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
    let shapes = try OperatorShapes(operation, subgraph, isKnown: isKnown, reader.budget)
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
    var callers: [[Int]] = Array(repeating: [], count: calls.count)
    for (caller, callees) in calls.enumerated() {
      for callee in callees { callers[callee].append(caller) }
    }
    var open = calls.map(\.count)
    var free = open.indices.filter { open[$0] == 0 }
    var depths = Array(repeating: 0, count: calls.count)
    var next = 0
    while next < free.count {
      let callee = free[next]
      next += 1
      guard depths[callee] <= Self.maximumCallDepth else {
        throw FlatBufferFault(
          "subgraphs call each other more than \(Self.maximumCallDepth) deep")
      }
      for caller in callers[callee] {
        depths[caller] = max(depths[caller], depths[callee] + 1)
        open[caller] -= 1
        if open[caller] == 0 { free.append(caller) }
      }
    }
    if let caller = open.firstIndex(where: { $0 > 0 }) {
      throw FlatBufferFault("subgraph \(caller) calls itself")
    }
  }

  /// How deep subgraphs may call each other: LiteRT's own stack grows with each call.
  private static let maximumCallDepth = 32

  // The fields of CallOptions, IfOptions, WhileOptions and CallOnceOptions that name subgraphs.
  private static let callingOptions: [Int: Range<Int>] = [
    16: 0..<1, 92: 0..<2, 93: 0..<2, 103: 0..<1,
  ]

  // Those of StablehloReduce, Scatter, ReduceWindow, Sort, While and Composite.
  private static let callingOptions2: [Int: Range<Int>] = [
    6: 1..<2, 7: 6..<7, 13: 5..<6, 14: 2..<3, 15: 0..<2, 21: 1..<2,
  ]

  private func callees(_ operation: ModelFile.Operator) throws(FlatBufferFault) -> [Int] {
    var found: [Int] = []
    if let options = operation.options {
      for slot in Self.callingOptions[operation.optionsType] ?? 0..<0 {
        found.append(Int(try reader.integer(options, slot, default: 0 as Int32)))
      }
    }
    if let options = operation.options2 {
      for slot in Self.callingOptions2[operation.options2Type] ?? 0..<0 {
        found.append(Int(try reader.integer(options, slot, default: 0 as Int32)))
      }
      if operation.options2Type == 23 {
        found += try reader.integers(Int32.self, options, 0).map(Int.init)
      }
    }
    return found
  }
}
