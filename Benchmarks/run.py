#!/usr/bin/env python3
"""Measures the release build against the numbers to hold; prints one table. All figures of a table are of one run.

usage: Benchmarks/run.py [--rounds N] [--scenec PATH]      (build it first: swift build -c release --product scenec)
"""
import argparse, json, os, pathlib, re, resource, statistics, subprocess, sys, tempfile, time

root = pathlib.Path(__file__).resolve().parent.parent
parser = argparse.ArgumentParser()
parser.add_argument("--rounds", type=int, default=21)
parser.add_argument("--scenec", default=str(root / ".build/release/scenec"))
options = parser.parse_args()


def measure(command, rounds=None):
    """Median wall time in milliseconds and largest resident set in MiB, over whole processes.

    The kernel counts the resident set of the process that starts another towards it, so the second figure is an upper
    bound that is never below this interpreter's own (about 15 MiB).
    """
    times, peak = [], 0
    for _ in range(rounds or options.rounds):
        start = time.perf_counter()
        pid = os.posix_spawn(command[0], command, os.environ, file_actions=[
            (os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)])
        _, status, usage = os.wait4(pid, 0)
        times.append((time.perf_counter() - start) * 1000)
        peak = max(peak, usage.ru_maxrss / 1024)
    return statistics.median(times), peak, os.waitstatus_to_exitcode(status)


def repeated(text, lines):
    """The scene again and again, each copy's types and functions with a number behind their names."""
    text = text.split("#if SCENE")[0]
    names = sorted(set(re.findall(r"\b(?:struct|let)\s+([A-Za-z]+)(?=[:\s]*(?:View|Identifiable|=\s*\[))", text)), key=len, reverse=True)
    out, n = "import SwiftUI\n", 0
    while out.count("\n") < lines:
        copy = text.replace("import SwiftUI\n", "")
        for name in names:
            copy = re.sub(rf"\b{name}\b", f"{name}{n}", copy)
        out += copy
        n += 1
    return out


def plain(lines):
    """View code without anything special: small structs with a state, stacks, texts and a few modifiers each."""
    out, n = ["import SwiftUI"], 0
    while len(out) < lines:
        out += f'''
struct Row{n}: View {{
  let title: String
  var count = {n % 9}
  @State private var isOn = false
  var body: some View {{
    HStack(spacing: 8) {{
      Image(systemName: "star.fill")
        .font(.headline)
        .foregroundStyle(isOn ? .red : .blue)
      VStack(alignment: .leading, spacing: 2) {{
        Text(title)
          .bold()
        Text("Item \\(count)")
          .font(.caption)
      }}
      Spacer()
      Toggle("On", isOn: $isOn)
    }}
    .padding(.horizontal, 16)
    .frame(maxWidth: .infinity, alignment: .leading)
    .background(Color.gray.opacity(0.2))
    .clipShape(RoundedRectangle(cornerRadius: 12))
    .contentShape(Rectangle())
    .onTapGesture {{ isOn.toggle() }}
  }}
}}'''.split("\n")
        n += 1
    return "\n".join(out) + "\n"


def language_server(path, rounds, wanted):
    """Milliseconds from a keystroke to the diagnostics that answer it, at the first line that holds a pattern."""
    server = subprocess.Popen([options.scenec, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def send(message):
        body = json.dumps(message).encode()
        server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        server.stdin.flush()

    def receive():
        length = 0
        while True:
            line = server.stdout.readline().strip()
            if not line:
                break
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return json.loads(server.stdout.read(length))

    uri = path.as_uri()
    text = path.read_text()
    line = next(i for i, l in enumerate(text.split("\n")) if re.search(wanted, l))
    column = re.search(wanted, text.split("\n")[line]).start(1)
    send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}, "rootUri": path.parent.as_uri()}})
    receive()
    send({"jsonrpc": "2.0", "method": "initialized", "params": {}})
    start = time.perf_counter()
    send({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": uri, "languageId": "swift", "version": 1, "text": text}}})
    receive()
    first = (time.perf_counter() - start) * 1000
    times = []
    for n in range(rounds):
        insert = n % 2 == 0
        change = {"range": {"start": {"line": line, "character": column}, "end": {"line": line, "character": column + (0 if insert else 1)}}, "text": "x" if insert else ""}
        start = time.perf_counter()
        send({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": {"uri": uri, "version": n + 2}, "contentChanges": [change]}})
        receive()
        times.append((time.perf_counter() - start) * 1000)
    send({"jsonrpc": "2.0", "id": 2, "method": "shutdown"})
    receive()
    send({"jsonrpc": "2.0", "method": "exit"})
    server.wait(5)
    times.sort()
    return first, statistics.median(times), times[min(len(times) - 1, int(len(times) * 0.95))]


rows = []
with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    hero = root / "examples/hero.scene"
    long = folder / "hero5k.scene"
    long.write_text(repeated(hero.read_text(), 5000))
    ms, mib, code = measure([options.scenec, "check", str(hero)])
    rows.append(("check hero, whole process", f"{ms:.1f} ms, <= {mib:.0f} MiB", "6 ms, 15 MiB", code))
    ms, mib, code = measure([options.scenec, "build", str(hero), "-o", str(folder)])
    rows.append(("build hero, whole process", f"{ms:.1f} ms, <= {mib:.0f} MiB", "60 ms", code))
    ms, mib, code = measure([options.scenec, "check", str(long)])
    rows.append((f"check {long.read_text().count(chr(10))} lines", f"{ms:.1f} ms, <= {mib:.0f} MiB", "50 ms, 60 MiB", code))
    many = folder / "plain.scene"
    many.write_text(plain(100_000))
    count = many.read_text().count("\n")
    ms, mib, code = measure([options.scenec, "check", str(many)], 5)
    rows.append((f"check {count} lines of plain views", f"{ms:.0f} ms, <= {mib:.0f} MiB, {count / ms:.0f} k lines/s", "500 k lines/s, 1 GiB", code))
    try:
        first, median, late = language_server(long, 40, r"spring\((response):")
        rows.append(("language server, first diagnostics", f"{first:.1f} ms", "60 ms", 0))
        rows.append(("language server, in a body", f"{median:.1f} ms median, {late:.1f} ms p95", "16 ms, 25 ms", 0))
        first, median, late = language_server(long, 40, r"^ +(?:let|var) (\w+):")
        rows.append(("language server, in a declaration", f"{median:.1f} ms median, {late:.1f} ms p95", "16 ms, 25 ms", 0))
    except Exception as error:
        rows.append(("language server", f"failed: {error}", "16 ms", 1))
width = max(len(r[0]) for r in rows)
print(f"{'what':{width}}  measured                      to reach        exit")
for what, value, goal, code in rows:
    print(f"{what:{width}}  {value:28}  {goal:14}  {code}")
