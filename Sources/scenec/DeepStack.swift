import Glibc

/// Runs the command on a thread with a stack of its own size: code may be nested 256 levels deep, each level is visited
/// by several functions of the checker, and the stack of a process depends on the shell's limit.
enum DeepStack {
  /// Bytes of address space; pages are taken when they are used.
  static let size = 512 << 20

  static func run(_ body: @escaping () -> Int32) -> Int32 {
    final class Job {
      let body: () -> Int32
      var status: Int32 = 2
      init(_ body: @escaping () -> Int32) { self.body = body }
    }
    let job = Job(body)
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return body() }
    defer { pthread_attr_destroy(&attributes) }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(job)
    let isStarted =
      pthread_attr_setstacksize(&attributes, size) == 0
      && pthread_create(
        &thread, &attributes,
        { context in
          guard let context else { return nil }
          let job = Unmanaged<Job>.fromOpaque(context).takeRetainedValue()
          job.status = job.body()
          return nil
        }, context.toOpaque()) == 0
    guard isStarted else {
      context.release()
      return body()
    }
    pthread_join(thread, nil)
    return job.status
  }
}
