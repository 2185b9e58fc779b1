#!/usr/bin/env python3
"""Layout and ticks of the engine by themselves, with Taffy (PyPI: stretchable, its native call) on an equal tree beside it.

usage: Benchmarks/engine.py [--binary PATH]      (build it first: swift build -c release --product engine-benchmark)
"""
import argparse, json, pathlib, statistics, subprocess, time

root = pathlib.Path(__file__).resolve().parent.parent
parser = argparse.ArgumentParser()
parser.add_argument("--binary", default=str(root / ".build/release/engine-benchmark"))
options = parser.parse_args()


def taffy(nodes, rounds=11):
    """Milliseconds of Taffy's own layout of the same column of rows of padded boxes; None where it is not installed."""
    try:
        from stretchable import Node, taffylib
        from stretchable.node import taffy as handle
        from stretchable.style import AlignItems, FlexDirection
    except ImportError:
        return None
    level, leaves, count = [], [], 0
    while count < nodes:
        row = Node(flex_direction=FlexDirection.ROW)
        for index in range(4):
            cell = Node(padding=(1, 2, 1, 2))
            leaf = Node(size=(10 + index, 8))
            cell.append(leaf)
            leaves.append(leaf)
            row.append(cell)
        frame = Node(size=(100, 12), flex_shrink=0)
        frame.append(row)
        level.append(frame)
        count += 10
    while len(level) > 1:
        columns = []
        for start in range(0, len(level), 10):
            column = Node(flex_direction=FlexDirection.COLUMN, align_items=AlignItems.START, flex_shrink=0)
            for node in level[start:start + 10]:
                column.append(node)
            columns.append(column)
        level = columns
    column = level[0]
    column.compute_layout()
    space = {"width": {"dim": 0, "value": 0.0}, "height": {"dim": 0, "value": 0.0}}
    try:
        from stretchable.style.geometry.size import SizeAvailableSpace
        space = SizeAvailableSpace.default().to_dict()
    except ImportError:
        pass
    times = []
    for _ in range(rounds):
        for leaf in leaves:
            taffylib.node_mark_dirty(handle._ptr, leaf._node_id)
        start = time.perf_counter()
        taffylib.node_compute_layout(handle._ptr, column._node_id, space)
        times.append((time.perf_counter() - start) * 1000)
    return statistics.median(times)


lines = subprocess.run([options.binary], capture_output=True, text=True, check=True).stdout.splitlines()
print("| nodes | first layout | full layout | one leaf changed | in a flat column | and all moved | bytes a node | tick, 10 of all move | Taffy, full |")
print("|---|---|---|---|---|---|---|---|---|")
for line in lines:
    row = json.loads(line)
    other = taffy(row["nodes"]) if row["nodes"] <= 20_000 else None
    print(
        f"| {row['nodes']:,} | {row['first']:.2f} ms | {row['full']:.2f} ms | {row['changed']:.4f} ms"
        f" | {row['flat']:.4f} ms | {row['moved']:.4f} ms | {row['bytes']:.0f}"
        f" | {row['tick']:.4f} ms | {'-' if other is None else f'{other:.2f} ms'} |")
print(f"beside the nodes, once: {row['fixed'] / 1024:.0f} KiB (code and font tables paged in)")
print("to hold at 10,000 nodes: full 10 ms, one leaf 0.05 ms, tick 0.05 ms, 1,024 bytes a node")
