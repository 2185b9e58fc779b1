import Glibc

Allocator.configure()
setvbuf(stdout, nil, _IOFBF, 1 << 16)
signal(SIGPIPE, SIG_IGN)
// A file that may not grow is an error of writing, after which the part written is taken away.
signal(SIGXFSZ, SIG_IGN)
exit(DeepStack.run { Command.run(CommandLine.arguments) })
