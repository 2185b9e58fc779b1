/// What the operands of each instruction mean: the one table that the text form, the verifier and the printer share.
package struct InstructionShape: Equatable, Sendable {
  package enum Operand: UInt8, Sendable {
    case none
    case read
    case write
    /// Read, perhaps replaced.
    case update
    /// First register of a window whose length is `c`.
    case window
    /// Length of the window.
    case count
    /// First register of the results of a call.
    case results
    /// First of two registers read.
    case pair
    /// A number: field, payload or case index, integer kind.
    case number
  }

  /// The 32-bit number in the place of `b` and `c`.
  package enum Immediate: UInt8, Sendable { case none, integer, constant, string, type, target, trapCode, global }

  package enum Wide: UInt8, Sendable {
    case none, function, closure, native, witness, type, enumCase, keyPath, cast
  }

  package var a: Operand
  package var b: Operand
  package var c: Operand
  package var immediate: Immediate
  package var wide: Wide

  init(
    _ a: Operand = .none, _ b: Operand = .none, _ c: Operand = .none, immediate: Immediate = .none, wide: Wide = .none
  ) {
    self.a = a
    self.b = b
    self.c = c
    self.immediate = immediate
    self.wide = wide
  }
}

extension Opcode {
  package var shape: InstructionShape {
    switch self {
    case .nop: return .init()
    case .move, .negI, .notI, .negF, .intToFloat, .floatToInt, .floatToSingle, .not, .enumTag, .makeBox, .loadBox,
      .wrap, .unwrap, .forceUnwrap, .isNil, .openExistential, .existentialType, .arrayCount, .makeWeak, .loadWeak:
      return .init(.write, .read)
    case .constInt: return .init(.write, immediate: .integer)
    case .constWord: return .init(.write, immediate: .constant)
    case .constString: return .init(.write, immediate: .string)
    case .constNil: return .init(.write)
    case .type: return .init(.write, immediate: .type)
    case .call, .callVirtual: return .init(.results, .window, .count, wide: .function)
    case .callClosure: return .init(.results, .window, .count, wide: .closure)
    case .callNative: return .init(.results, .window, .count, wide: .native)
    case .callWitness: return .init(.results, .window, .count, wide: .witness)
    case .ret: return .init(.results, .none, .count)
    case .throwError: return .init(.read)
    case .trap: return .init(.number, immediate: .trapCode)
    case .jump: return .init(immediate: .target)
    case .jumpIf, .jumpIfNot, .jumpIfNil, .jumpIfNotNil: return .init(.read, immediate: .target)
    case .addI, .subI, .mulI, .divI, .remI, .addWrapI, .subWrapI, .mulWrapI, .andI, .orI, .xorI, .shlI, .shrI, .eqI,
      .neI, .ltI, .leI, .addF, .subF, .mulF, .divF, .remF, .eqF, .neF, .ltF, .leF, .eqBits, .makeExistential, .typeOf,
      .arrayGet, .describe:
      return .init(.write, .read, .read)
    case .narrowI, .truncateI, .enumPayload, .getField, .getTracked: return .init(.write, .read, .number)
    case .makeStruct, .makeTuple, .makeArray, .makeDictionary: return .init(.write, .window, .count, wide: .type)
    case .makeEnum: return .init(.write, .window, .count, wide: .enumCase)
    case .makeObject: return .init(.write, wide: .type)
    case .setField, .setTracked: return .init(.read, .number, .read)
    case .unique, .share: return .init(.update)
    case .storeBox, .arrayAppend: return .init(.read, .read)
    case .makeClosure: return .init(.write, .window, .count, wide: .function)
    case .makeKeyPath: return .init(.write, .window, .count, wide: .keyPath)
    case .cast: return .init(.write, .read, wide: .cast)
    case .arraySet: return .init(.read, .read, .read)
    case .equal: return .init(.write, .pair, .read)
    case .loadGlobal: return .init(.write, immediate: .global)
    case .storeGlobal: return .init(.read, immediate: .global)
    }
  }
}
