/// What the player's page computes, run by Node.js where it is installed: frames and boxes of a run, the finger, places, numbers.
import Foundation
import SceneExport
import XCTest

final class PageScriptTests: XCTestCase {
  /// A run of four frames: one element that changes in frame 2, one more from frame 3 on; view 1 moves, view 2 goes.
  private static let checks = #"""
    const assert = require('assert');
    const run = new Run({
      name: 'r', run: { fps: 60, device: { width: 100, height: 100 }, views: [{ id: 1, identifier: 'one' }, { id: 2, name: 'Two' }] },
      states: [['rect', { x: '1' }], ['rect', { x: '2' }], ['text', {}, 'a']], structures: [[0, 0], [0, 0, 1, 0]], keys: ['v1.0', 'v2.0'],
      frames: [
        { n: 0, s: 0, c: [0], r: [[1, 0, 0, 10, 10, 1], [2, 5, 5, 1, 1, 1]], e: ['appear A'] },
        { n: 1 },
        { n: 2, c: [0, 1], r: [[1, 3, 0, 10, 10, 1]], x: [2], e: ['down 10,20'] },
        { n: 3, s: 1, c: [1, 2] },
      ],
    });
    assert.deepStrictEqual(run.shown.map(f => f.states), [[0], [0], [1], [1, 2]]);
    assert.deepStrictEqual(run.shown.map(f => f.structure), [0, 0, 0, 1]);
    assert.deepStrictEqual(run.at(1, 1), [0, 0, 10, 10, 1]);
    assert.deepStrictEqual(run.at(1, 3), [3, 0, 10, 10, 1]);
    assert.strictEqual(run.at(2, 2), null);
    assert.deepStrictEqual(run.at(2, 1), [5, 5, 1, 1, 1]);
    assert.strictEqual(run.at(9, 0), null);
    assert.deepStrictEqual([run.name, run.views.get(2).name], ['r', 'Two']);

    const touches = findTouches({ frames: [{}, { e: ['down 10,20'] }, {}, { e: ['move 30,20'] }, {}, { e: ['tap A', 'up 30,-40.5'] }, {}, {}, { e: ['up 1,1'] }] });
    assert.deepStrictEqual(touches, [{ points: [[1, 10, 20], [3, 30, 20], [5, 30, -40.5]] }]);
    assert.strictEqual(touchAt(touches, 0), null);
    assert.deepStrictEqual(touchAt(touches, 1), [10, 20]);
    assert.deepStrictEqual(touchAt(touches, 2), [20, 20]);
    assert.deepStrictEqual(touchAt(touches, 4), [30, -10.25]);
    assert.deepStrictEqual(touchAt(touches, 6), [30, -40.5]);
    assert.strictEqual(touchAt(touches, 7), null);

    assert.deepStrictEqual([-3, 0, 2.4, 99, NaN].map(n => clampFrame(n, 5)), [0, 0, 2, 4, 0]);
    assert.strictEqual(frameAfter(10, 500, 60, 1), 40);
    assert.strictEqual(frameAfter(0, 100, 60, 0.25), 1);
    assert.deepStrictEqual([6, 12, -12].map(ghostOpacity), [0.26, 0.14, 0.14]);
    assert.deepStrictEqual(GHOSTS.filter(g => ghostIsThere(8 + g, 15)), [-6, 6]);

    assert.deepStrictEqual([0, 1, 4].map(i => trackPlace(i, 5)), ['0%', '25%', '100%']);
    assert.strictEqual(trackPlace(0, 1), '0%');
    assert.deepStrictEqual([['expect a failed', 'tap b'], ['down 1,2'], ['disappear A'], ['snapshot s']].map(trackKind), ['bad', 'input', 'appear', '']);
    assert.strictEqual(stamp(1 / 3), '0.333');
    assert.deepStrictEqual([0, 4].map(i => cell([1.005, 0, 0, 0, 0.12345], i)), ['1.00', '0.123']);
    assert.strictEqual(cell(null, 0), '–');
    assert.strictEqual(graphPoint([2, 5], 4, 0, 10, 0), '240.0,75.0');
    assert.strictEqual(graphPoint([4, 5], 4, 5, 5, 2), '480.0,70.0');
    assert.strictEqual(touchLine(1.5, 'move', 10, 20.256), '1.5000 move 10.00 20.26');
    console.log('ok');
    """#

  func testWhatThePageComputes() throws {
    let folder = try ScratchFolder()
    let file = try folder.write("page.js", "\(PageLogic.script)\n" + Self.checks)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["node", file]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if process.terminationStatus == 127 { throw XCTSkip("Node.js is not installed; the page's script is not run") }
    XCTAssertEqual(text, "ok\n")
  }

  /// The script of every page is one that can be read, whatever it is asked to do.
  func testScriptsParse() throws {
    let folder = try ScratchFolder()
    let file = try folder.write(
      "page.js", "\(PageLogic.script)\(PageScript.renderer)\(PageScript.player)\(PageScript.live)")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["node", "--check", file]
    let output = Pipe()
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    if process.terminationStatus == 127 { throw XCTSkip("Node.js is not installed; the page's script is not read") }
    XCTAssertEqual(process.terminationStatus, 0, text)
  }
}
