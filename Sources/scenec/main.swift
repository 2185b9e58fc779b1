import Glibc

setvbuf(stdout, nil, _IOFBF, 1 << 16)
signal(SIGPIPE, SIG_IGN)
exit(Command.run(CommandLine.arguments))
