/// The loop that runs code: one `switch` over unsafe pointers, no allocation and no reference counting of its own.
///
/// Operands were checked when the function was made ready (`FunctionTable`); what is checked here are values: a word used
/// as an object is looked up in the header table, whose unused part is zero, so a bad word is found as an object without
/// slots and ends as `badProgram`. Fuel is charged at every jump taken by its distance (forward jumps give it back) and
/// at every return by the position, which together is the number of words run.
import SceneIR

/// How a run of the loop ended.
enum RunEnd {
  case returned(UnsafeMutablePointer<Word>, Int)
  case thrown(Word, SourcePoint?)
  case trapped(Trap)
  case suspended(Int)
}

/// Where the loop starts: a window whose arguments are in place.
struct RunStart {
  var pc: UnsafeMutablePointer<UInt64>
  var code: UnsafeMutablePointer<UInt64>
  var function: Int
  var base: Int
  var window: Int
  /// First register of the task, where it is not `base`.
  var taskBase: Int?
  /// An error to throw at once, at the call before `pc`.
  var error: Word?
}

/// Registers beyond a frame's window that natives use for their results.
let scratchRegisters = 16

extension Machine {
  // Opcodes that share a case, as numbers: comparing `Opcode` values would call across the module boundary.
  private static let branchBits = UInt32(unsafeBitCast(Opcode.jumpIfNot, to: UInt8.self))
  private static let structBits: UInt8 = unsafeBitCast(Opcode.makeStruct, to: UInt8.self)
  private static let tupleBits: UInt8 = unsafeBitCast(Opcode.makeTuple, to: UInt8.self)
  private static let closureBits: UInt8 = unsafeBitCast(Opcode.makeClosure, to: UInt8.self)
  private static let equalBits: UInt8 = unsafeBitCast(Opcode.equal, to: UInt8.self)

  /// What stops the straight flow of the loop.
  private enum Event { case call, fault, raise }

  /// Runs until the frame it starts with returns, throws, traps or suspends. `floor` is the number of frames below.
  func run(_ start: RunStart, floor: Int) -> RunEnd {
    let slab = stack.registers
    let slabEnd = slab + (stack.registerLimit - scratchRegisters)
    let frames = stack.frames
    let frameLimit = stack.frameLimit
    let heap = self.heap
    let headers = heap.headers
    let slots = heap.slots
    let maximum = heap.maximumObjects
    let functions = table.entries
    var pc = start.pc
    var code = start.code
    var function = start.function
    var regs = slab + start.base
    var window = start.window
    var depth = stack.depth
    var fuel = eventFuel

    var event = Event.fault
    var fault = TrapCode.badProgram
    /// For `.call`: arguments are at `regs + window`.
    var callTarget = 0
    var callResult = 0
    var callGlobal: Int32 = -1
    /// For `.raise`.
    var raised: Word = .none
    var isRaising = false
    if let error = start.error {
      raised = error
      isRaising = true
      event = .raise
    }

    while true {
      inner: while !isRaising {
        let ins = pc.pointee
        pc += 1
        switch unsafeBitCast(UInt8(truncatingIfNeeded: ins), to: Opcode.self) {
        case .nop: break
        case .move: regs[ins.a] = regs[ins.b]
        case .constInt: regs[ins.a] = UInt64(bitPattern: Int64(ins.imm))
        case .constWord: regs[ins.a] = constants[ins.imm]
        case .constString:
          var word = stringWords[ins.imm]
          if word == 0 { word = makeConstant(ins.imm) }
          regs[ins.a] = word
        case .constNil: regs[ins.a] = .none
        case .type:
          var type = typeRows[ins.imm]
          if type < 0 { type = instantiate(ins.imm, regs, function) }
          regs[ins.a] = Word(integer: type)

        // MARK: Calls
        case .call:
          let target = Int(truncatingIfNeeded: pc.pointee)
          pc += 1
          let next = regs + window
          let from = regs + ins.b
          let count = ins.c
          guard next + (count &+ scratchRegisters) < slabEnd else {
            fault = .stackOverflow
            event = .fault
            break inner
          }
          var i = 0
          while i < count {
            next[i] = from[i]
            i &+= 1
          }
          let entry = functions + target
          guard let start = entry.pointee.code, depth < frameLimit,
            next + Int(entry.pointee.registerCount) < slabEnd
          else {
            callTarget = target
            callResult = ins.a
            event = .call
            break inner
          }
          frames[depth] = CallFrame(
            pc: pc, code: code, base: Int32(truncatingIfNeeded: regs - slab), window: Int32(truncatingIfNeeded: window),
            function: Int32(truncatingIfNeeded: function), result: Int32(truncatingIfNeeded: ins.a), global: -1)
          depth &+= 1
          regs = next
          window = Int(entry.pointee.registerCount)
          code = start
          pc = start
          function = target
          fuel &-= 1
        case .callClosure:
          let wide = pc.pointee
          pc += 1
          let count = ins.c
          guard regs + (window + count + scratchRegisters) < slabEnd else {
            fault = .stackOverflow
            event = .fault
            break inner
          }
          let target = spread(
            closure: regs[Int(wide & 0xFFFF)], regs + ins.b, count, FunctionTable.closureResults(wide), regs + window,
            slabEnd)
          guard target >= 0 else {
            fault = target == -2 ? .stackOverflow : .badProgram
            event = .fault
            break inner
          }
          callTarget = target
          callResult = ins.a
          event = .call
          break inner
        case .callNative:
          let native = Int(truncatingIfNeeded: pc.pointee)
          pc += 1
          frames[depth] = CallFrame(
            pc: pc, code: code, base: Int32(truncatingIfNeeded: regs - slab), window: Int32(truncatingIfNeeded: window),
            function: Int32(truncatingIfNeeded: function), result: Int32(truncatingIfNeeded: ins.a), global: -1)
          stack.depth = depth + 1
          stack.top = regs - slab + window + scratchRegisters
          eventFuel = fuel
          let status = callNative(native, regs + ins.b, ins.c, regs + window)
          fuel = eventFuel
          stack.depth = depth
          if status == .returned {
            let results = nativeResults[native]
            regs[ins.a] = regs[window]
            if results > 1 {
              for i in 1..<results { regs[ins.a + i] = regs[window + i] }
            }
          } else {
            switch status {
            case .suspended:
              return .suspended(suspend(floor: floor, depth: depth, base: start.taskBase ?? start.base, native: native))
            case .thrown:
              raised = thrownError
              event = .raise
            default:
              event = .fault
              fault = pendingTrap?.code ?? .badProgram
            }
            break inner
          }
        case .callWitness:
          let wide = pc.pointee
          pc += 1
          let count = ins.c
          guard regs + (window + count + scratchRegisters) < slabEnd else {
            fault = .stackOverflow
            event = .fault
            break inner
          }
          let target = spread(witness: wide, regs, ins.b, count, regs + window, slabEnd)
          guard target >= 0 else {
            fault = pendingTrap?.code ?? .badProgram
            event = .fault
            break inner
          }
          callTarget = target
          callResult = ins.a
          event = .call
          break inner
        case .callVirtual:
          let base = Int(truncatingIfNeeded: pc.pointee)
          pc += 1
          let count = ins.c
          guard regs + (window + count + scratchRegisters) < slabEnd else {
            fault = .stackOverflow
            event = .fault
            break inner
          }
          let target = spread(virtual: base, regs + ins.b, count, regs + window, slabEnd)
          guard target >= 0 else {
            fault = pendingTrap?.code ?? .badProgram
            event = .fault
            break inner
          }
          callTarget = target
          callResult = ins.a
          event = .call
          break inner
        case .ret:
          fuel &-= pc - code
          let from = regs + ins.a
          let count = ins.c
          if depth == floor {
            eventFuel = fuel
            if fuel < 0 {
              fault = .outOfFuel
              event = .fault
              break inner
            }
            stack.depth = floor
            return .returned(from, count)
          }
          if fuel < 0 {
            fault = .outOfFuel
            event = .fault
            break inner
          }
          depth &-= 1
          let frame = frames + depth
          pc = frame.pointee.pc
          code = frame.pointee.code
          regs = slab + Int(frame.pointee.base)
          window = Int(frame.pointee.window)
          function = Int(frame.pointee.function)
          if frame.pointee.global >= 0 {
            let global = Int(frame.pointee.global)
            globals[global] = count > 0 ? from[0] : .none
            globalStates[global] = .ready
          } else {
            let to = regs + Int(frame.pointee.result)
            var i = 0
            while i < count {
              to[i] = from[i]
              i += 1
            }
          }
        case .throwError:
          raised = regs[ins.a]
          event = .raise
          break inner
        case .trap:
          fault = TrapCode(rawValue: ins.imm) ?? .badProgram
          if fault == .badProgram, let reason = BadProgramReason(rawValue: ins.a) {
            pendingTrap = Trap(.badProgram, reason.text)
          }
          event = .fault
          break inner

        // MARK: Control
        case .jump:
          let target = code + ins.imm
          fuel &-= pc - target
          pc = target
          if fuel < 0 {
            fault = .outOfFuel
            event = .fault
            break inner
          }
        case .jumpIf:
          if regs[ins.a] != 0 {
            let target = code + ins.imm
            fuel &-= pc - target
            pc = target
            if fuel < 0 {
              fault = .outOfFuel
              event = .fault
              break inner
            }
          }
        case .jumpIfNot:
          if regs[ins.a] == 0 {
            let target = code + ins.imm
            fuel &-= pc - target
            pc = target
            if fuel < 0 {
              fault = .outOfFuel
              event = .fault
              break inner
            }
          }
        case .jumpIfNil:
          if regs[ins.a] == .none {
            let target = code + ins.imm
            fuel &-= pc - target
            pc = target
            if fuel < 0 {
              fault = .outOfFuel
              event = .fault
              break inner
            }
          }
        case .jumpIfNotNil:
          if regs[ins.a] != .none {
            let target = code + ins.imm
            fuel &-= pc - target
            pc = target
            if fuel < 0 {
              fault = .outOfFuel
              event = .fault
              break inner
            }
          }

        // MARK: Integers
        case .addI:
          let (value, overflow) = regs[ins.b].integer.addingReportingOverflow(regs[ins.c].integer)
          if overflow {
            fault = .arithmeticOverflow
            event = .fault
            break inner
          }
          regs[ins.a] = Word(integer: value)
        case .subI:
          let (value, overflow) = regs[ins.b].integer.subtractingReportingOverflow(regs[ins.c].integer)
          if overflow {
            fault = .arithmeticOverflow
            event = .fault
            break inner
          }
          regs[ins.a] = Word(integer: value)
        case .mulI:
          let (value, overflow) = regs[ins.b].integer.multipliedReportingOverflow(by: regs[ins.c].integer)
          if overflow {
            fault = .arithmeticOverflow
            event = .fault
            break inner
          }
          regs[ins.a] = Word(integer: value)
        case .divI:
          let divisor = regs[ins.c].integer
          let (value, overflow) = regs[ins.b].integer.dividedReportingOverflow(by: divisor)
          if overflow {
            fault = divisor == 0 ? .divisionByZero : .arithmeticOverflow
            event = .fault
            break inner
          }
          regs[ins.a] = Word(integer: value)
        case .remI:
          let divisor = regs[ins.c].integer
          let (value, overflow) = regs[ins.b].integer.remainderReportingOverflow(dividingBy: divisor)
          if overflow {
            fault = divisor == 0 ? .divisionByZero : .arithmeticOverflow
            event = .fault
            break inner
          }
          regs[ins.a] = Word(integer: value)
        case .negI:
          let (value, overflow) = (0).subtractingReportingOverflow(regs[ins.b].integer)
          if overflow {
            fault = .arithmeticOverflow
            event = .fault
            break inner
          }
          regs[ins.a] = Word(integer: value)
        case .addWrapI: regs[ins.a] = regs[ins.b] &+ regs[ins.c]
        case .subWrapI: regs[ins.a] = regs[ins.b] &- regs[ins.c]
        case .mulWrapI: regs[ins.a] = regs[ins.b] &* regs[ins.c]
        case .andI: regs[ins.a] = regs[ins.b] & regs[ins.c]
        case .orI: regs[ins.a] = regs[ins.b] | regs[ins.c]
        case .xorI: regs[ins.a] = regs[ins.b] ^ regs[ins.c]
        case .notI: regs[ins.a] = ~regs[ins.b]
        case .shlI: regs[ins.a] = Word(integer: regs[ins.b].integer << regs[ins.c].integer)
        case .shrI: regs[ins.a] = Word(integer: regs[ins.b].integer >> regs[ins.c].integer)
        case .eqI, .eqBits:
          let isTrue = regs[ins.b] == regs[ins.c]
          regs[ins.a] = Word(truth: isTrue)
          // A branch on the outcome mostly follows; taking it here saves a dispatch.
          let next = pc.pointee
          if UInt32(truncatingIfNeeded: next) == Machine.branchBits | UInt32(truncatingIfNeeded: ins.a) << 16 {
            pc += 1
            if !isTrue {
              let target = code + next.imm
              fuel &-= pc - target
              pc = target
              if fuel < 0 {
                fault = .outOfFuel
                event = .fault
                break inner
              }
            }
          }
        case .neI:
          let isTrue = regs[ins.b] != regs[ins.c]
          regs[ins.a] = Word(truth: isTrue)
          // A branch on the outcome mostly follows; taking it here saves a dispatch.
          let next = pc.pointee
          if UInt32(truncatingIfNeeded: next) == Machine.branchBits | UInt32(truncatingIfNeeded: ins.a) << 16 {
            pc += 1
            if !isTrue {
              let target = code + next.imm
              fuel &-= pc - target
              pc = target
              if fuel < 0 {
                fault = .outOfFuel
                event = .fault
                break inner
              }
            }
          }
        case .ltI:
          let isTrue = regs[ins.b].integer < regs[ins.c].integer
          regs[ins.a] = Word(truth: isTrue)
          // A branch on the outcome mostly follows; taking it here saves a dispatch.
          let next = pc.pointee
          if UInt32(truncatingIfNeeded: next) == Machine.branchBits | UInt32(truncatingIfNeeded: ins.a) << 16 {
            pc += 1
            if !isTrue {
              let target = code + next.imm
              fuel &-= pc - target
              pc = target
              if fuel < 0 {
                fault = .outOfFuel
                event = .fault
                break inner
              }
            }
          }
        case .leI:
          let isTrue = regs[ins.b].integer <= regs[ins.c].integer
          regs[ins.a] = Word(truth: isTrue)
          // A branch on the outcome mostly follows; taking it here saves a dispatch.
          let next = pc.pointee
          if UInt32(truncatingIfNeeded: next) == Machine.branchBits | UInt32(truncatingIfNeeded: ins.a) << 16 {
            pc += 1
            if !isTrue {
              let target = code + next.imm
              fuel &-= pc - target
              pc = target
              if fuel < 0 {
                fault = .outOfFuel
                event = .fault
                break inner
              }
            }
          }
        case .narrowI:
          let value = regs[ins.b].integer
          if !Machine.fits(value, ins.c) {
            fault = .arithmeticOverflow
            event = .fault
            break inner
          }
          regs[ins.a] = Word(integer: value)
        case .truncateI: regs[ins.a] = Machine.truncate(regs[ins.b], ins.c)

        // MARK: Floating point
        case .addF: regs[ins.a] = Word(number: regs[ins.b].number + regs[ins.c].number)
        case .subF: regs[ins.a] = Word(number: regs[ins.b].number - regs[ins.c].number)
        case .mulF: regs[ins.a] = Word(number: regs[ins.b].number * regs[ins.c].number)
        case .divF: regs[ins.a] = Word(number: regs[ins.b].number / regs[ins.c].number)
        case .remF:
          regs[ins.a] = Word(number: regs[ins.b].number.truncatingRemainder(dividingBy: regs[ins.c].number))
        case .negF: regs[ins.a] = Word(number: -regs[ins.b].number)
        case .eqF: regs[ins.a] = Word(truth: regs[ins.b].number == regs[ins.c].number)
        case .neF: regs[ins.a] = Word(truth: regs[ins.b].number != regs[ins.c].number)
        case .ltF:
          let isTrue = regs[ins.b].number < regs[ins.c].number
          regs[ins.a] = Word(truth: isTrue)
          // A branch on the outcome mostly follows; taking it here saves a dispatch.
          let next = pc.pointee
          if UInt32(truncatingIfNeeded: next) == Machine.branchBits | UInt32(truncatingIfNeeded: ins.a) << 16 {
            pc += 1
            if !isTrue {
              let target = code + next.imm
              fuel &-= pc - target
              pc = target
              if fuel < 0 {
                fault = .outOfFuel
                event = .fault
                break inner
              }
            }
          }
        case .leF:
          let isTrue = regs[ins.b].number <= regs[ins.c].number
          regs[ins.a] = Word(truth: isTrue)
          // A branch on the outcome mostly follows; taking it here saves a dispatch.
          let next = pc.pointee
          if UInt32(truncatingIfNeeded: next) == Machine.branchBits | UInt32(truncatingIfNeeded: ins.a) << 16 {
            pc += 1
            if !isTrue {
              let target = code + next.imm
              fuel &-= pc - target
              pc = target
              if fuel < 0 {
                fault = .outOfFuel
                event = .fault
                break inner
              }
            }
          }
        case .intToFloat: regs[ins.a] = Word(number: Double(regs[ins.b].integer))
        case .floatToInt:
          let value = regs[ins.b].number
          if !(value > -9_223_372_036_854_777_856.0 && value < 9_223_372_036_854_775_808.0) {
            fault = .badConversion
            event = .fault
            break inner
          }
          regs[ins.a] = Word(integer: Int(value))
        case .floatToSingle: regs[ins.a] = Word(number: Double(Float(regs[ins.b].number)))
        case .not: regs[ins.a] = regs[ins.b] == 0 ? 1 : 0

        // MARK: Aggregates
        case .makeStruct, .makeTuple, .makeArray:
          let row = Int(UInt32(truncatingIfNeeded: pc.pointee))
          pc += 1
          var type = typeRows[row]
          if type < 0 { type = instantiate(row, regs, function) }
          let kind: ObjectKind
          switch UInt8(truncatingIfNeeded: ins) {
          case Machine.structBits: kind = .structure
          case Machine.tupleBits: kind = .tuple
          default: kind = .array
          }
          let word = heap.make(kind, type: type, from: regs + ins.b, count: ins.c)
          if word == .none {
            fault = .outOfMemory
            event = .fault
            break inner
          }
          regs[ins.a] = word
        case .makeEnum:
          let row = Int(UInt32(truncatingIfNeeded: pc.pointee))
          let enumCase = Word(pc.pointee >> 32)
          pc += 1
          var type = typeRows[row]
          if type < 0 { type = instantiate(row, regs, function) }
          let index = heap.allocate(.enumeration, type: type, count: ins.c + 1)
          if index == 0 {
            fault = .outOfMemory
            event = .fault
            break inner
          }
          let to = slots + Int(headers[index].start)
          to[0] = enumCase
          var i = 0
          while i < ins.c {
            to[i + 1] = regs[ins.b + i]
            i += 1
          }
          regs[ins.a] = Word(handle: index)
        case .makeDictionary:
          let row = Int(UInt32(truncatingIfNeeded: pc.pointee))
          pc += 1
          let type = instantiate(row, regs, function)
          frames[depth] = CallFrame(
            pc: pc, code: code, base: Int32(truncatingIfNeeded: regs - slab), window: Int32(truncatingIfNeeded: window),
            function: Int32(truncatingIfNeeded: function), result: Int32(truncatingIfNeeded: ins.a), global: -1)
          stack.depth = depth + 1
          stack.top = regs - slab + window + scratchRegisters
          eventFuel = fuel
          let word = makeDictionary(type, regs + ins.b, ins.c)
          fuel = eventFuel
          stack.depth = depth
          if word == .none {
            fault = pendingTrap?.code ?? .outOfMemory
            event = .fault
            break inner
          }
          regs[ins.a] = word
        case .makeObject:
          let row = Int(UInt32(truncatingIfNeeded: pc.pointee))
          pc += 1
          var type = typeRows[row]
          if type < 0 { type = instantiate(row, regs, function) }
          let word = makeEmptyObject(type)
          if word == .none {
            fault = .outOfMemory
            event = .fault
            break inner
          }
          regs[ins.a] = word
        case .enumTag:
          let word = regs[ins.b]
          let index = word.handleIndex
          guard word.isHandle, index < maximum, headers[index].kind == .enumeration else {
            fault = .badProgram
            event = .fault
            break inner
          }
          regs[ins.a] = slots[Int(headers[index].start)]
        case .enumPayload:
          let word = regs[ins.b]
          let index = word.handleIndex
          guard word.isHandle, index < maximum, headers[index].kind == .enumeration,
            ins.c + 1 < Int(headers[index].count)
          else {
            fault = .badProgram
            event = .fault
            break inner
          }
          regs[ins.a] = slots[Int(headers[index].start) + ins.c + 1]
        case .getField:
          let word = regs[ins.b]
          let index = word.handleIndex
          guard word.isHandle, index < maximum, ins.c < Int(headers[index].count),
            headers[index].kind.hasFields
          else {
            fault = .badProgram
            event = .fault
            break inner
          }
          regs[ins.a] = slots[Int(headers[index].start) + ins.c]
        case .setField:
          let word = regs[ins.a]
          let index = word.handleIndex
          guard word.isHandle, index < maximum, ins.b < Int(headers[index].count),
            headers[index].kind.hasFields
          else {
            fault = .badProgram
            event = .fault
            break inner
          }
          slots[Int(headers[index].start) + ins.b] = regs[ins.c]
        case .getTracked:
          let word = regs[ins.b]
          let index = word.handleIndex
          guard word.isHandle, index < maximum, ins.c < Int(headers[index].count),
            headers[index].kind.hasFields
          else {
            fault = .badProgram
            event = .fault
            break inner
          }
          hooks.onRead?(word, ins.c)
          regs[ins.a] = slots[Int(headers[index].start) + ins.c]
        case .setTracked:
          let word = regs[ins.a]
          let index = word.handleIndex
          guard word.isHandle, index < maximum, ins.b < Int(headers[index].count),
            headers[index].kind.hasFields
          else {
            fault = .badProgram
            event = .fault
            break inner
          }
          hooks.onWrite?(word, ins.b, regs[ins.c])
          slots[Int(headers[index].start) + ins.b] = regs[ins.c]
        case .unique:
          let word = regs[ins.a]
          let index = word.handleIndex
          if word.isHandle, index < maximum, headers[index].flags & ObjectFlag.shared != 0 {
            let copy = heap.copy(word)
            if copy == .none {
              fault = .outOfMemory
              event = .fault
              break inner
            }
            regs[ins.a] = copy
          }
        case .share:
          let word = regs[ins.a]
          let index = word.handleIndex
          if word.isHandle, index < maximum { headers[index].flags |= ObjectFlag.shared }

        // MARK: Boxes and closures
        case .makeBox:
          let word = heap.make(.box, type: 0, from: regs + ins.b, count: 1)
          if word == .none {
            fault = .outOfMemory
            event = .fault
            break inner
          }
          regs[ins.a] = word
        case .loadBox:
          let word = regs[ins.b]
          let index = word.handleIndex
          guard word.isHandle, index < maximum, headers[index].kind == .box else {
            fault = .badProgram
            event = .fault
            break inner
          }
          regs[ins.a] = slots[Int(headers[index].start)]
        case .storeBox:
          let word = regs[ins.a]
          let index = word.handleIndex
          guard word.isHandle, index < maximum, headers[index].kind == .box else {
            fault = .badProgram
            event = .fault
            break inner
          }
          slots[Int(headers[index].start)] = regs[ins.b]
        case .makeClosure, .makeKeyPath:
          let isClosure = UInt8(truncatingIfNeeded: ins) == Machine.closureBits
          let index = heap.allocate(
            isClosure ? .closure : .keyPath, type: isClosure ? functionType : 0, count: ins.c + 1)
          if index == 0 {
            fault = .outOfMemory
            event = .fault
            break inner
          }
          let to = slots + Int(headers[index].start)
          to[0] = pc.pointee
          pc += 1
          var i = 0
          while i < ins.c {
            to[i + 1] = regs[ins.b + i]
            i += 1
          }
          regs[ins.a] = Word(handle: index)

        // MARK: Optionals
        case .wrap:
          let word = regs[ins.b]
          if word == .none || (word.isHandle && heap.kind(word) == .nesting) {
            let nested = heap.make(.nesting, type: 0, from: regs + ins.b, count: 1)
            if nested == .none {
              fault = .outOfMemory
              event = .fault
              break inner
            }
            regs[ins.a] = nested
          } else {
            regs[ins.a] = word
          }
        case .unwrap, .forceUnwrap:
          let word = regs[ins.b]
          if word.isHandle, heap.kind(word) == .nesting {
            regs[ins.a] = slots[Int(headers[word.handleIndex].start)]
          } else {
            if word == .none {
              fault = .unexpectedNil
              event = .fault
              break inner
            }
            regs[ins.a] = word
          }
        case .isNil:
          let isTrue = regs[ins.b] == .none
          regs[ins.a] = Word(truth: isTrue)
          // A branch on the outcome mostly follows; taking it here saves a dispatch.
          let next = pc.pointee
          if UInt32(truncatingIfNeeded: next) == Machine.branchBits | UInt32(truncatingIfNeeded: ins.a) << 16 {
            pc += 1
            if !isTrue {
              let target = code + next.imm
              fuel &-= pc - target
              pc = target
              if fuel < 0 {
                fault = .outOfFuel
                event = .fault
                break inner
              }
            }
          }

        // MARK: Existentials and casts
        case .makeExistential:
          let word = erase(regs[ins.b], regs[ins.c].integer)
          if heap.isExhausted {
            fault = .outOfMemory
            event = .fault
            break inner
          }
          regs[ins.a] = word
        case .openExistential:
          let word = regs[ins.b]
          if word.isHandle, heap.kind(word) == .existential {
            regs[ins.a] = slots[Int(headers[word.handleIndex].start)]
          } else {
            regs[ins.a] = word
          }
        case .existentialType: regs[ins.a] = Word(integer: heap.type(regs[ins.b]))
        case .typeOf: regs[ins.a] = Word(integer: dynamicType(regs[ins.b], regs[ins.c].integer))
        case .cast:
          let wide = pc.pointee
          pc += 1
          let target = regs[Int(wide & 0xFFFF)].integer
          let source = regs[Int(wide >> 16 & 0xFFFF)].integer
          let result = cast(regs[ins.b], from: source, to: target)
          switch Int(wide >> 32 & 0xFFFF) {
          case CastKind.test.rawValue: regs[ins.a] = Word(truth: result != nil)
          case CastKind.conditional.rawValue:
            if let result {
              let isNested = result == .none || (result.isHandle && heap.kind(result) == .nesting)
              regs[ins.a] = isNested ? heap.make(.nesting, type: 0, [result]) : result
            } else {
              regs[ins.a] = .none
            }
          default:
            guard let result else {
              pendingTrap = Trap(.failedCast, castMessage(regs[ins.b], source, target))
              fault = .failedCast
              event = .fault
              break inner
            }
            regs[ins.a] = result
          }
          if heap.isExhausted {
            fault = .outOfMemory
            event = .fault
            break inner
          }

        // MARK: Arrays
        case .arrayCount:
          let word = regs[ins.b]
          let index = word.handleIndex
          guard word.isHandle, index < maximum, headers[index].kind == .array else {
            fault = .badProgram
            event = .fault
            break inner
          }
          regs[ins.a] = Word(headers[index].count)
        case .arrayGet:
          let word = regs[ins.b]
          let index = word.handleIndex
          guard word.isHandle, index < maximum, headers[index].kind == .array else {
            fault = .badProgram
            event = .fault
            break inner
          }
          let at = regs[ins.c]
          guard at < Word(headers[index].count) else {
            fault = .indexOutOfRange
            event = .fault
            break inner
          }
          regs[ins.a] = slots[Int(headers[index].start) + Int(truncatingIfNeeded: at)]
        case .arraySet:
          let word = regs[ins.a]
          let index = word.handleIndex
          guard word.isHandle, index < maximum, headers[index].kind == .array else {
            fault = .badProgram
            event = .fault
            break inner
          }
          let at = regs[ins.b]
          guard at < Word(headers[index].count) else {
            fault = .indexOutOfRange
            event = .fault
            break inner
          }
          slots[Int(headers[index].start) + Int(truncatingIfNeeded: at)] = regs[ins.c]
        case .arrayAppend:
          let word = regs[ins.a]
          let index = word.handleIndex
          guard word.isHandle, index < maximum, headers[index].kind == .array else {
            fault = .badProgram
            event = .fault
            break inner
          }
          let count = Int(headers[index].count)
          if count == SizeClass.size(Int(headers[index].sizeClass)), !heap.grow(index, toHold: count + 1) {
            fault = .outOfMemory
            event = .fault
            break inner
          }
          slots[Int(headers[index].start) + count] = regs[ins.b]
          headers[index].count = UInt32(truncatingIfNeeded: count + 1)

        // MARK: Values of any type
        case .describe, .equal:
          let isEqual = UInt8(truncatingIfNeeded: ins) == Machine.equalBits
          let type = regs[ins.c].integer
          let valueCount = isEqual ? 2 : 1
          if let target = witnessForValue(type, regs[ins.b], isEqual: isEqual) {
            let next = regs + window
            guard next + (target.hidden.count + scratchRegisters) < slabEnd else {
              fault = .stackOverflow
              event = .fault
              break inner
            }
            for (i, hidden) in target.hidden.enumerated() { next[i] = Word(integer: hidden) }
            for i in 0..<valueCount { next[target.hidden.count + i] = regs[ins.b + i] }
            callTarget = target.function
            callResult = ins.a
            event = .call
            break inner
          }
          frames[depth] = CallFrame(
            pc: pc, code: code, base: Int32(truncatingIfNeeded: regs - slab), window: Int32(truncatingIfNeeded: window),
            function: Int32(truncatingIfNeeded: function), result: Int32(truncatingIfNeeded: ins.a), global: -1)
          stack.depth = depth + 1
          stack.top = regs - slab + window + scratchRegisters
          eventFuel = fuel
          let isDone: Bool
          if isEqual {
            isDone = equalForLoop(regs[ins.b], regs[ins.b + 1], type, regs + ins.a)
          } else {
            isDone = describeForLoop(regs[ins.b], type, regs + ins.a)
          }
          fuel = eventFuel
          stack.depth = depth
          if !isDone {
            fault = pendingTrap?.code ?? .badProgram
            event = .fault
            break inner
          }

        // MARK: Globals and weak references
        case .loadGlobal:
          switch globalStates[ins.imm] {
          case .ready: regs[ins.a] = globals[ins.imm]
          case .running:
            pendingTrap = Trap(.fatalError, "'\(module.globals[ins.imm].name)' is needed for its own initial value")
            fault = .fatalError
            event = .fault
            break inner
          case .empty:
            let target = module.globals[ins.imm].initializer
            guard target >= 0, target < table.count, functions[target].argumentCount == 0 else {
              fault = .badProgram
              event = .fault
              break inner
            }
            globalStates[ins.imm] = .running
            callGlobal = Int32(truncatingIfNeeded: ins.imm)
            callTarget = target
            callResult = 0
            // The access is run again with the value in place.
            pc -= 1
            event = .call
            break inner
          }
        case .storeGlobal:
          globals[ins.imm] = regs[ins.a]
          globalStates[ins.imm] = .ready
        case .makeWeak:
          if regs[ins.b] == .none {
            regs[ins.a] = .none
            continue inner
          }
          let word = heap.make(.weak, type: 0, from: regs + ins.b, count: 1)
          if word == .none {
            fault = .outOfMemory
            event = .fault
            break inner
          }
          regs[ins.a] = word
        case .loadWeak:
          let word = regs[ins.b]
          if word == .none {
            regs[ins.a] = .none
          } else {
            let index = word.handleIndex
            guard word.isHandle, index < maximum, headers[index].kind == .weak else {
              fault = .badProgram
              event = .fault
              break inner
            }
            regs[ins.a] = slots[Int(headers[index].start)]
          }
        }
      }

      switch event {
      case .call:
        let entry = functions + callTarget
        if entry.pointee.code == nil { table.prepare(callTarget) }
        let next = regs + window
        guard depth < frameLimit, next + Int(entry.pointee.registerCount) < slabEnd,
          let target = entry.pointee.code
        else {
          if callGlobal >= 0 {
            globalStates[Int(callGlobal)] = .empty
            callGlobal = -1
          }
          fault = .stackOverflow
          event = .fault
          eventFuel = fuel
          return fail(fault, function, pc - code, depth, floor)
        }
        frames[depth] = CallFrame(
          pc: pc, code: code, base: Int32(truncatingIfNeeded: regs - slab), window: Int32(truncatingIfNeeded: window),
          function: Int32(truncatingIfNeeded: function), result: Int32(truncatingIfNeeded: callResult),
          global: callGlobal)
        callGlobal = -1
        depth += 1
        regs = next
        window = Int(entry.pointee.registerCount)
        code = target
        pc = target
        function = callTarget
        fuel &-= 1
      case .raise:
        isRaising = false
        // The place of the throw, for an error that nothing catches.
        let place = self.place(function, pc - code, depth)
        unwinding: while true {
          fuel &-= pc - code
          if let handler = handler(function, pc - code - 1) {
            regs[handler.register] = raised
            pc = code + handler.target
            fuel += handler.target
            if fuel < 0 {
              eventFuel = fuel
              return fail(.outOfFuel, function, handler.target, depth, floor)
            }
            break unwinding
          }
          if depth == floor {
            eventFuel = fuel
            stack.depth = floor
            return .thrown(raised, place)
          }
          depth -= 1
          let frame = frames + depth
          if frame.pointee.global >= 0 { globalStates[Int(frame.pointee.global)] = .empty }
          pc = frame.pointee.pc
          code = frame.pointee.code
          regs = slab + Int(frame.pointee.base)
          window = Int(frame.pointee.window)
          function = Int(frame.pointee.function)
        }
      case .fault:
        eventFuel = fuel
        return fail(fault, function, pc - code, depth, floor)
      }
    }
  }
}
