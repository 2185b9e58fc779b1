#!/usr/bin/env python3
"""Makes mutants of real Swift files and compares scenec's opinion of each with that of a second checker.

usage: mutate.py --scenec PATH --second COMMAND [options] MODULE...

MODULE        a Swift file, or a folder whose *.swift and *.scene files are one module
--scenec      the scenec executable; `check --format json FILES` is run
--second      the command of the other checker; the files are appended. It prints a line
              `FILE:LINE:COLUMN: error: MESSAGE` for each error and exits 1 if there are any
--cwd         folder to run the second command in
--count N     how many mutants to make (2000)
--seed N      seed of the choice (1): equal seeds make equal mutants
--jobs N      how many are checked at once (2)
--trusted     the second checker is known to accept all modules as they are: it is not asked
--kinds A,B   only these kinds; `--kinds list` prints them
--report F    a tab-separated line for each mutant: kind, file, line, agreement, both opinions
--keep DIR    keeps the files of mutants on which the two disagree

A mutant is one small mistake of a kind that people make, at one place of one file of a module that both checkers
accept. Where the second checker rejects the mutant, scenec should reject it, at the same line and with one error;
where it accepts the mutant (a mistake need not be an error: a missing label may name another function), scenec should
accept it too. The summary counts both, in all and by kind. Nothing is written but the report and what --keep keeps.
"""
import argparse, collections, concurrent.futures, json, os, pathlib, random, re, subprocess, sys, tempfile


def masked(text):
    """The text with comments and the insides of strings blanked, of equal length, so that patterns find code only."""
    out, i, n = list(text), 0, len(text)

    def blank(a, b):
        for k in range(a, min(b, n)):
            if out[k] != "\n":
                out[k] = " "

    while i < n:
        if text.startswith("//", i):
            end = text.find("\n", i)
            end = n if end < 0 else end
            blank(i, end)
            i = end
        elif text.startswith("/*", i):
            end = text.find("*/", i + 2)
            end = n if end < 0 else end + 2
            blank(i, end)
            i = end
        elif text.startswith('"""', i):
            end = text.find('"""', i + 3)
            end = n if end < 0 else end
            blank(i + 3, end)
            i = end + 3
        elif text[i] == '"':
            k = i + 1
            while k < n and text[k] not in '"\n':
                k += 2 if text[k] == "\\" else 1
            blank(i + 1, k)
            i = k + 1
        else:
            i += 1
    return "".join(out)


def slip(random_source, word):
    """One slip of the keys in a word: a letter left out, doubled, swapped with its neighbour or replaced."""
    k = random_source.randrange(1, max(2, len(word) - 1))
    choice = random_source.randrange(4)
    if choice == 0:
        made = word[:k] + word[k + 1:]
    elif choice == 1:
        made = word[:k] + word[k] + word[k:]
    elif choice == 2 and k + 1 < len(word) and word[k] != word[k + 1]:
        made = word[:k] + word[k + 1] + word[k] + word[k + 2:]
    else:
        made = word[:k] + ("x" if word[k] != "x" else "y") + word[k + 1:]
    return made if made != word and made else word + "x"


def drop(group=0):
    return lambda r, m: (m.start(group), m.end(group), "")


def put(text, group=0):
    return lambda r, m: (m.start(group), m.end(group), text)


def slipped(group):
    return lambda r, m: (m.start(group), m.end(group), slip(r, m.group(group)))


def twice(group=0):
    return lambda r, m: (m.end(group), m.end(group), m.group(group))


# kind: pattern over the masked text, and what to do with a match: (start, end, replacement) in the text
KINDS = {
    "member misspelt": (r"(?<=[\w)\]}])\.([a-z]\w{3,})", slipped(1)),
    "modifier misspelt": (r"^\s*\.([a-z]\w{4,})\(", slipped(1)),
    "implicit member misspelt": (r"(?<=[\s(,:?\[])\.([a-z]\w{3,})", slipped(1)),
    "type misspelt": (r"(?::\s*|<|\[|-> )([A-Z]\w{3,})\b", slipped(1)),
    "view misspelt": (r"\b([A-Z]\w{3,})(?=\s*[({])", slipped(1)),
    "function misspelt": (r"(?<![.\w])([a-z]\w{3,})\((?!\))", slipped(1)),
    "variable misspelt": (r"(?<=[(=,] )([a-z]\w{3,})(?=[),.\s])", slipped(1)),
    "parameter misspelt": (r"\b([a-z]\w{2,}):(?= )(?=[^\n]*\))", slipped(1)),
    "label left out": (r"(?<=[(,] )?\b([a-z]\w*: )(?=[^\n]*\))", drop(1)),
    "label added": (r"\((?=[\"a-z0-9])", lambda r, m: (m.end(), m.end(), "value: ")),
    "argument left out": (r"(, [a-z]\w*: (?:\.?[\w.]+|\"[^\"\n]*\"))(?=[,)])", drop(1)),
    "first argument left out": (r"\(((?:[a-z]\w*: )?(?:\.?[\w.]+|\"[^\"\n]*\")(?:, )?)", drop(1)),
    "argument twice": (r"(, [a-z]\w*: (?:\.?[\w.]+|\"[^\"\n]*\"))(?=[,)])", twice(1)),
    "argument too many": (r"(?<=[\w\"])\)", lambda r, m: (m.start(), m.start(), ", 1")),
    "number for a text": (r"\"[^\"\n]*\"", put("5")),
    "text for a number": (r"(?<=[:(,] )\d+(?:\.\d+)?(?=[,)])", put('"a"')),
    "nil for a value": (r"(?<= = )(?:\d+|true|false)\b", put("nil")),
    "binding without $": (r"\$(?=[a-z]\w*\b(?!\.))", drop()),
    "$ too many": (r"(?<=\()(?=[a-z]\w*\))", lambda r, m: (m.start(), m.start(), "$")),
    "return left out": (r"\breturn (?=\S)", put("_ = ")),
    "case left out": (r"^[ \t]*case \.[^\n]*:\n(?:(?![ \t]*(?:case|default|\})).*\n)+", drop()),
    "let for var": (r"\bvar(?= \w+\s*(?::[^{\n]*)?=)", put("let")),
    "mutating left out": (r"\bmutating ", drop()),
    "override left out": (r"\boverride ", drop()),
    "override too many": (r"^[ \t]*(?=func )", lambda r, m: (m.end(), m.end(), "override ")),
    "try left out": (r"\btry[?!]? (?=\S)", drop()),
    "await left out": (r"\bawait ", drop()),
    "unwrap left out": (r"(?<=[\w)\]])!(?=[.)\s])", drop()),
    "unwrap too many": (r"(?<=[a-z])(?=\.[a-z]\w+\()", lambda r, m: (m.start(), m.start(), "!")),
    "optional chain too many": (r"(?<=[a-z])(?=\.[a-z]\w+\b(?!\())", lambda r, m: (m.start(), m.start(), "?")),
    "default left out": (r" \?\? [\w\".]+", drop()),
    "default too many": (r"(?<=\()([a-z]\w*)(?=\))", lambda r, m: (m.end(), m.end(), " ?? 0")),
    "closing brace left out": (r"^[ \t]*\}[ \t]*$", drop()),
    "opening brace left out": (r" \{(?=[ \t]*\n)", drop()),
    "closing parenthesis left out": (r"\)(?=[ \t]*\n)", drop()),
    "opening parenthesis left out": (r"(?<=\w)\((?=[^)\n])", drop()),
    "bracket left out": (r"\](?=[ \t]*[\n,)])", drop()),
    "comma left out": (r",(?= )", drop()),
    "colon left out": (r"(?<=\w):(?= [A-Z])", drop()),
    "quote left out": (r"(?<=\w)\"(?=[,)])", drop()),
    "property twice": (r"^[ \t]*(?:@\w+ )?(?:private )?(?:var|let) \w+[^\n{]*\n", twice()),
    "conformance left out": (r"(?<=\w): [A-Z]\w*(?=(?:, [\w, ]+)? \{)", drop()),
    "body left out": (r"\bbody\b(?=: some View)", put("content")),
    "closure parameter too many": (r"\{ (\w+) in\b", lambda r, m: (m.end(1), m.end(1), ", extra")),
    "closure parameter left out": (r"\{ (\w+, )\w+ in\b", drop(1)),
    "result of another type": (r"-> (?:Int|String|Double|Bool|CGFloat)\b", put("-> [Date]")),
    "annotation of another type": (r": (?:Int|String|Double|Bool|CGFloat)(?= = )", put(": [Date]")),
    "operand of another type": (r"(?<=[-+*/<>] )\d+(?:\.\d+)?\b", put('"1"')),
    "assignment for a comparison": (r" == ", put(" = ")),
    "key path misspelt": (r"\\\.([a-z]\w{3,})", slipped(1)),
    "wrapper misspelt": (r"@([A-Z]\w{4,})\b", slipped(1)),
    "let left out of a condition": (r"\b(?:if|guard) (let |var )(?=\w+ =)", drop(1)),
    "condition that is a number": (r"\bif [a-z]\w*(?= \{)", put("if 1")),
    "in left out": (r"(?<=\{ )(\w+ in)\b", lambda r, m: (m.start(), m.end(), m.group(1)[:-3])),
    "func left out": (r"\bfunc (?=\w)", drop()),
    "generic argument too many": (r"\b(Binding|Array|Set)<(\w+)>", lambda r, m: (m.end(2), m.end(2), ", Int")),
    "self of a static place": (r"(?<=\bstatic let \w{1} = )", put("self.")),
    "else left out": (r"\belse(?= \{)", drop()),
}


def modules(paths):
    for path in map(pathlib.Path, paths):
        files = [path] if path.is_file() else sorted(
            p for p in path.rglob("*") if p.suffix in (".swift", ".scene") and p.is_file())
        if files:
            yield path, files


def read(path):
    return path.read_text(encoding="utf-8", errors="replace")


class Checkers:
    def __init__(self, arguments):
        self.scenec, self.second, self.cwd = arguments.scenec, arguments.second.split(), arguments.cwd

    def ask_scenec(self, files):
        result = subprocess.run(
            [self.scenec, "check", "--format", "json", *files], capture_output=True, timeout=120,
            env=dict(os.environ, SWIFT_BACKTRACE="enable=no"))
        if result.returncode not in (0, 1, 2):
            return None
        found = json.loads(result.stdout)["diagnostics"]
        return [(os.path.abspath(d["file"]), d["range"]["start"]["line"], d["code"] + " " + d["message"])
                for d in found if d["severity"] == "error"]

    def ask_second(self, files):
        result = subprocess.run([*self.second, *files], capture_output=True, text=True, timeout=300, cwd=self.cwd)
        found = re.findall(r"^(.+?):(\d+):\d+: error: (.*)$", result.stdout + result.stderr, re.M)
        errors = [(os.path.abspath(f), int(line), message) for f, line, message in found]
        return errors or ([("", 0, "no message")] if result.returncode else [])


def mutants(loaded, count, seed, kinds):
    """(module, file, kind, line, text) without end of repetition: kinds in turn, places at random."""
    source, made, idle, seen = random.Random(seed), 0, 0, set()
    while made < count and idle < count * 20:
        kind = kinds[(made + idle) % len(kinds)]
        pattern, change = KINDS[kind]
        module = source.choice(loaded)
        file, text, mask = source.choice(module[2])
        places = list(re.finditer(pattern, mask, re.M))
        if not places:
            idle += 1
            continue
        start, end, new = change(source, source.choice(places))
        if text[start:end] == new or (file, start, end, new) in seen:
            idle += 1
            continue
        seen.add((file, start, end, new))
        made += 1
        yield module, file, kind, text.count("\n", 0, start) + 1, text[:start] + new + text[end:]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenec", required=True)
    parser.add_argument("--second", required=True)
    parser.add_argument("--cwd", default=".")
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--trusted", action="store_true")
    parser.add_argument("--kinds")
    parser.add_argument("--report")
    parser.add_argument("--keep")
    parser.add_argument("modules", nargs="*")
    arguments = parser.parse_args()
    if arguments.kinds == "list":
        print("\n".join(KINDS))
        return 0
    kinds = arguments.kinds.split(",") if arguments.kinds else list(KINDS)
    checkers = Checkers(arguments)
    loaded = []
    for path, files in modules(arguments.modules):
        loaded.append((path, files, [(f, read(f), masked(read(f))) for f in files]))
    accepted = {}

    def is_accepted(module):
        if module[0] not in accepted:
            names = [str(f.resolve()) for f in module[1]]
            accepted[module[0]] = checkers.ask_scenec(names) == [] and (
                arguments.trusted or checkers.ask_second(names) == [])
        return accepted[module[0]]

    def judge(mutant):
        module, file, kind, line, text = mutant
        if not is_accepted(module):
            return None
        with tempfile.TemporaryDirectory() as folder:
            names = []
            for number, other in enumerate(module[1]):
                name = pathlib.Path(folder) / f"{number}_{other.name}"
                name.write_text(text if other == file else read(other), encoding="utf-8")
                names.append(str(name))
            ours, theirs = checkers.ask_scenec(names), checkers.ask_second(names)
            if ours is None:
                verdict = "crash"
            elif theirs and not ours:
                verdict = "missed"
            elif ours and not theirs:
                verdict = "false"
            elif not ours:
                verdict = "both accept"
            else:
                same = {(f, l) for f, l, _ in ours} & {(f, l) for f, l, _ in theirs}
                verdict = ("same line" if same else "other line") + (", one error" if len(ours) == 1 else ", several")
            if arguments.keep and verdict in ("crash", "missed", "false"):
                keep = pathlib.Path(arguments.keep)
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{verdict}-{kind.replace(' ', '-')}-{abs(hash(text)) % 10**6}.swift").write_text(text)
        return kind, str(file), line, verdict, ours or [], theirs

    rows = []
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        for row in pool.map(judge, mutants(loaded, arguments.count, arguments.seed, kinds)):
            if row:
                rows.append(row)
    if arguments.report:
        with open(arguments.report, "w", encoding="utf-8") as out:
            for kind, file, line, verdict, ours, theirs in rows:
                texts = ["; ".join(f"{l}: {m}" for _, l, m in found[:3]) for found in (ours, theirs)]
                out.write("\t".join([kind, file, str(line), verdict, *texts]) + "\n")
    count = collections.Counter(r[3].split(",")[0] for r in rows)
    one = sum(1 for r in rows if r[3].endswith("one error"))
    rejected = count["missed"] + count["same line"] + count["other line"] + count["crash"]
    found = count["same line"] + count["other line"]
    accepted_both = count["both accept"] + count["false"]

    def share(part, whole):
        return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "none"

    print(f"{len(rows)} mutants of {sum(accepted.values())} modules; the second checker rejects {rejected}")
    print(f"rejected by both: {share(found, rejected)}; at the same line: {share(count['same line'], found)}; "
          f"with one error: {share(one, found)}")
    print(f"accepted by both: {share(count['both accept'], accepted_both)}; crashes: {count['crash']}")
    wrong = collections.Counter(r[0] for r in rows if r[3] in ("missed", "false", "crash"))
    for kind, number in wrong.most_common():
        print(f"  {number:4} {kind}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
