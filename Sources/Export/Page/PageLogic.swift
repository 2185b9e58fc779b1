/// What the player's page computes, apart from the page itself: frames and boxes of a run, touches, places on the track, numbers. It needs
/// no document, so a test can run it.
package enum PageLogic {
  package static let script: StaticString = #"""
    'use strict';
    // A run: frames as lists of states, and what each view's box is over time.
    class Run {
      constructor(json) {
        Object.assign(this, json);
        this.views = new Map(this.run.views.map(v => [v.id, v]));
        this.series = new Map();
        this.shown = [];
        let structure = -1, states = [];
        this.frames.forEach((f, i) => {
          if (f.s !== undefined) { structure = f.s; states = f.c || []; }
          else if (f.c) { states = states.slice(); for (let k = 0; k < f.c.length; k += 2) states[f.c[k]] = f.c[k + 1]; }
          this.shown.push({ structure, states });
          for (const r of f.r || []) this.change(r[0], i, r.slice(1));
          for (const id of f.x || []) this.change(id, i, null);
        });
      }
      change(id, frame, value) {
        if (!this.series.has(id)) this.series.set(id, []);
        this.series.get(id).push([frame, value]);
      }
      // x, y, width, height, opacity of a view, or null while it is not there.
      at(id, frame) {
        const s = this.series.get(id);
        if (!s) return null;
        let low = 0, high = s.length - 1, found = null;
        while (low <= high) { const m = (low + high) >> 1; if (s[m][0] <= frame) { found = s[m][1]; low = m + 1; } else high = m - 1; }
        return found;
      }
    }
    // Where the finger is, from the events: it goes straight from where it came down to where it went up.
    function findTouches(run) {
      const result = [];
      let open = null;
      run.frames.forEach((f, i) => {
        for (const e of f.e || []) {
          const m = /^(down|move|up) (-?[\d.]+),(-?[\d.]+)/.exec(e);
          if (!m) continue;
          const p = [i, +m[2], +m[3]];
          if (m[1] === 'down') { open = { points: [p] }; result.push(open); } else if (open) { open.points.push(p); if (m[1] === 'up') open = null; }
        }
      });
      return result;
    }
    function touchAt(touches, frame) {
      for (const t of touches) {
        const p = t.points, last = p[p.length - 1];
        if (frame < p[0][0] || frame > last[0] + 1) continue;
        for (let i = 1; i < p.length; i++) if (frame <= p[i][0]) {
          const k = (frame - p[i - 1][0]) / Math.max(1, p[i][0] - p[i - 1][0]);
          return [p[i - 1][1] + (p[i][1] - p[i - 1][1]) * k, p[i - 1][2] + (p[i][2] - p[i - 1][2]) * k];
        }
        return [last[1], last[2]];
      }
      return null;
    }
    const clampFrame = (n, count) => Math.max(0, Math.min(count - 1, Math.round(n) || 0));
    // The frame after some milliseconds of playing from another one.
    const frameAfter = (from, milliseconds, rate, speed) => from + Math.floor(milliseconds / 1000 * rate * speed + 1e-6);
    // Onion skin: frames before and after, fainter further away.
    const GHOSTS = [-12, -6, 6, 12];
    const ghostOpacity = offset => Math.abs(offset) > 6 ? 0.14 : 0.26;
    const ghostIsThere = (n, count) => n >= 0 && n < count;
    const stamp = seconds => seconds.toFixed(3);
    const cell = (r, i) => r ? r[i].toFixed(i < 4 ? 2 : 3) : '–';
    const trackPlace = (i, count) => i / Math.max(1, count - 1) * 100 + '%';
    const trackKind = events => events.some(e => /failed$/.test(e)) ? 'bad' : events.some(e => /^(down|up|tap|move)/.test(e)) ? 'input' : events.some(e => /^(appear|disappear)/.test(e)) ? 'appear' : '';
    // A curve of the graph: 480 wide, from 140 up to 10; what does not change is a line of its own.
    const isFlat = (low, high) => high - low < 1e-9;
    const graphPoint = (p, last, low, high, k) => (p[0] / last * 480).toFixed(1) + ',' + (isFlat(low, high) ? 20 + 25 * k : 140 - (p[1] - low) / (high - low) * 130).toFixed(1);
    // A touch as the server reads it: seconds, what, where.
    const touchLine = (seconds, kind, x, y) => `${seconds.toFixed(4)} ${kind} ${x.toFixed(2)} ${y.toFixed(2)}`;

    """#
}
