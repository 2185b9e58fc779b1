import Glibc

Allocator.configure()
setvbuf(stdout, nil, _IOFBF, 1 << 16)
signal(SIGPIPE, SIG_IGN)
exit(DeepStack.run { Command.run(CommandLine.arguments) })
