/// The script of the player's page: what draws a frame, and what plays. `PageLogic` is what it computes.
package enum PageScript {
  package static let renderer: StaticString = #"""
    const $ = id => document.getElementById(id);
    const NS = 'http://www.w3.org/2000/svg';
    const data = JSON.parse($('data').textContent);
    function make(tag, attributes, parent, text) {
      const e = document.createElementNS(NS, tag);
      for (const k in attributes) e.setAttribute(k, attributes[k]);
      if (text !== undefined) e.textContent = text;
      if (parent) parent.appendChild(e);
      return e;
    }
    // Shows frames of a run in an SVG group; elements live on from frame to frame, only what changed is written.
    class Picture {
      constructor(root, prefix) { this.root = root; this.prefix = prefix; this.nodes = new Map(); this.structure = -1; this.run = null; this.frame = -1; }
      clear() { this.root.textContent = ''; this.nodes.clear(); this.structure = -1; this.frame = -1; }
      show(run, index) {
        if (run !== this.run) { this.clear(); this.run = run; }
        const frame = run.shown[index];
        if (!frame || index === this.frame) return;
        this.frame = index;
        const flat = run.structures[frame.structure];
        // A shape that becomes another kind of element keeps its place in the structure.
        const same = frame.structure === this.structure && frame.states.every((s, i) => run.states[s][0] === this.order[i].tag);
        if (!same) this.arrange(flat, frame.states);
        else for (let i = 0; i < frame.states.length; i++) this.apply(this.order[i], frame.states[i]);
        this.structure = frame.structure;
      }
      arrange(flat, states) {
        const parents = [this.root], cursors = [this.root.firstChild], old = this.nodes, nodes = new Map(), order = [];
        for (let i = 0; i < states.length; i++) {
          const key = flat[2 * i], depth = flat[2 * i + 1], state = states[i], tag = this.run.states[state][0];
          let node = old.get(key);
          // An element that moves or goes may be where another level goes on.
          if (node) for (let d = 0; d <= cursors.length; d++) if (d !== depth && cursors[d] === node.e) cursors[d] = node.e.nextSibling;
          if (node && node.tag !== tag) { if (cursors[depth] === node.e) cursors[depth] = node.e.nextSibling; node.e.remove(); node = undefined; }
          if (!node) node = { e: document.createElementNS(NS, tag), tag, state: -1 };
          old.delete(key); nodes.set(key, node); order.push(node);
          if (cursors[depth] === node.e) cursors[depth] = node.e.nextSibling;
          else parents[depth].insertBefore(node.e, cursors[depth]);
          this.apply(node, state);
          parents[depth + 1] = node.e;
          cursors[depth + 1] = this.run.states[state].length > 2 ? null : node.e.firstChild;
        }
        for (const node of old.values()) node.e.remove();
        this.nodes = nodes; this.order = order;
      }
      apply(node, index) {
        if (node.state === index) return;
        const state = this.run.states[index], was = node.state >= 0 ? this.run.states[node.state][1] : {};
        for (const k in was) if (!(k in state[1])) node.e.removeAttribute(k);
        for (const k in state[1]) if (was[k] !== state[1][k]) node.e.setAttribute(k, this.own(state[1][k]));
        if (state.length > 2 && node.e.textContent !== state[2]) node.e.textContent = state[2];
        node.state = index;
      }
      own(value) {
        if (value.charCodeAt(0) === 126) return this.prefix + value.slice(1);
        if (value.startsWith('url(#~')) return 'url(#' + this.prefix + value.slice(6);
        return value.startsWith('#~') ? '#' + value.slice(2) : value;
      }
    }
    // A device with its picture, ghosts, boxes and the touch.
    class Stage {
      constructor(run, caption, prefix) {
        this.run = run;
        const d = run.run.device, figure = document.createElement('figure');
        if (caption) { const c = document.createElement('figcaption'); c.textContent = caption; figure.appendChild(c); }
        this.svg = make('svg', { class: 'stage', viewBox: `0 0 ${d.width} ${d.height}`, role: 'img', 'aria-label': (caption || run.name) + ' on ' + d.name,
          'font-family': "-apple-system,'SF Pro Text','SF Pro Display',Inter,'Helvetica Neue',Arial,'Liberation Sans',sans-serif" });
        this.svg.style.aspectRatio = d.width + ' / ' + d.height;
        figure.appendChild(this.svg); $('stages').appendChild(figure);
        this.picture = new Picture(make('g', {}, this.svg), prefix);
        const ghosts = make('g', { class: 'ghosts' }, this.svg);
        this.ghosts = GHOSTS.map((offset, i) => ({ offset, g: make('g', { opacity: ghostOpacity(offset) }, ghosts), i }));
        for (const g of this.ghosts) g.picture = new Picture(g.g, prefix + 'g' + g.i + '-');
        this.over = make('g', { class: 'over' }, this.svg);
      }
      point(event) {
        const box = this.svg.getBoundingClientRect(), d = this.run.run.device;
        return [(event.clientX - box.left) / box.width * d.width, (event.clientY - box.top) / box.height * d.height];
      }
      // The last frame of a run that goes on while a finger is down.
      follow(run, touch) {
        this.picture.show(run, run.frames.length - 1);
        for (const g of this.ghosts) g.g.style.display = 'none';
        this.over.textContent = '';
        make('circle', { class: 'touch', cx: touch[0], cy: touch[1], r: 19 }, this.over);
      }
      show(at, options) {
        this.picture.show(this.run, Math.min(at, this.run.frames.length - 1));
        for (const g of this.ghosts) {
          const n = at + g.offset, visible = options.onion && ghostIsThere(n, this.run.frames.length);
          g.g.style.display = visible ? '' : 'none';
          if (visible) g.picture.show(this.run, n);
        }
        this.over.textContent = '';
        const box = (id, name) => {
          const r = this.run.at(id, at);
          if (r) make('rect', { class: name, x: r[0], y: r[1], width: Math.max(0, r[2]), height: Math.max(0, r[3]) }, this.over);
        };
        if (options.outline) for (const id of this.run.views.keys()) { const r = this.run.at(id, at); if (r && r[4] > 0) box(id, 'box'); }
        for (const id of options.differs || []) box(id, 'differs');
        if (options.picked) box(options.picked, 'picked');
        if (options.touch) make('circle', { class: 'touch', cx: options.touch[0], cy: options.touch[1], r: 19 }, this.over);
      }
    }

    """#

  package static let player: StaticString = #"""
    let runs = [], stages = [], run = null, at = 0, playing = false, began = 0, from = 0, picked = 0, touches = [], lastTime = 0;
    const hash = new URLSearchParams(location.hash.slice(1));
    function setUp(index) {
      $('stages').textContent = '';
      if (data.mode === 'compare') {
        stages = runs.map((r, i) => new Stage(r, i ? 'Now' : 'Stored', 'p' + i + '-'));
        run = runs[runs.length - 1];
      } else {
        run = runs[index];
        stages = [new Stage(run, '', 'p0-')];
        [...$('tabs').children].forEach((b, i) => b.setAttribute('aria-selected', i === index));
      }
      stages.forEach(s => s.svg.addEventListener('click', e => pickAt(s, e)));
      const d = run.run.device;
      $('device').textContent = `${d.name} · ${d.width} × ${d.height}`;
      $('scrub').max = Math.max(0, run.frames.length - 1);
      touches = findTouches(run);
      fillTrack(); fillNotes(); fillDifferences(); fillList();
      picked = 0; $('pickedbox').hidden = true;
      at = -1;
    }
    function time(frame) { return run.frames[frame] ? run.frames[frame].n / run.run.fps : 0; }
    function fillTrack() {
      const track = $('track');
      track.textContent = '';
      run.frames.forEach((f, i) => {
        if (!f.e || !f.e.length) return;
        const b = document.createElement('button');
        b.style.left = trackPlace(i, run.frames.length);
        b.title = stamp(time(i)) + ' s: ' + f.e.join('; ');
        b.setAttribute('aria-label', 'Event at ' + b.title);
        b.className = trackKind(f.e);
        b.onclick = () => { stop(); show(i); };
        track.appendChild(b);
      });
    }
    function fillNotes() {
      const notes = (run.run.runtime || []).map(n => n.severity + ': ' + n.message);
      if (run.run.settled === null && run.run.runtime) notes.push('The scene does not settle.');
      $('notes').hidden = !notes.length;
      $('notes').textContent = '';
      for (const n of notes) { const p = document.createElement('div'); p.textContent = n; $('notes').appendChild(p); }
    }
    function fillDifferences() {
      const list = data.differences || run.differences;
      $('differences').hidden = !list;
      $('differences').textContent = '';
      for (const d of list || []) {
        const b = document.createElement('button'), s = document.createElement('strong');
        s.textContent = d.view; b.append(s, ' ' + d.text);
        b.onclick = () => { stop(); show(d.frame); if (d.id) pick(d.id); };
        $('differences').appendChild(b);
      }
    }
    const rows = new Map();
    function fillList() {
      const list = $('list'), depth = new Map();
      list.textContent = ''; rows.clear();
      // Children stand under their parents.
      const children = new Map();
      for (const v of run.run.views) { const p = v.parent || 0; if (!children.has(p)) children.set(p, []); children.get(p).push(v); }
      const stack = (children.get(0) || []).map(v => [v, 0]).reverse();
      while (stack.length) {
        const [v, level] = stack.pop();
        const row = document.createElement('div'), type = document.createElement('span'), name = document.createElement('span');
        row.className = 'view'; row.setAttribute('role', 'option'); row.id = 'view' + v.id;
        row.style.paddingLeft = 8 + Math.min(level, 12) * 12 + 'px';
        type.textContent = v.type; name.className = 'name quiet'; name.textContent = v.identifier || v.label || v.name || text(v.id) || '';
        row.append(type, name);
        row.onclick = () => pick(picked === v.id ? 0 : v.id);
        row.search = (v.type + ' ' + name.textContent).toLowerCase();
        list.appendChild(row); rows.set(v.id, row);
        for (const c of (children.get(v.id) || []).slice().reverse()) stack.push([c, level + 1]);
      }
      search();
    }
    // What a text says in the first frame it is in.
    const texts = new Map();
    function text(id) {
      if (!texts.has(run)) {
        const found = new Map();
        const keys = run.keys, seen = new Set();
        run.shown.forEach(f => {
          if (seen.has(f.structure)) return;
          seen.add(f.structure);
          const flat = run.structures[f.structure];
          for (let i = 0; i < f.states.length; i++) {
            const m = /^v(\d+)[.*]/.exec(keys[flat[2 * i]]), s = run.states[f.states[i]];
            if (m && s.length > 2) found.set(+m[1], found.has(+m[1]) && !found.get(+m[1]).done ? { s: found.get(+m[1]).s + s[2] } : found.get(+m[1]) || { s: s[2] });
          }
          for (const v of found.values()) v.done = true;
        });
        texts.set(run, found);
      }
      const t = texts.get(run).get(id);
      return t ? '“' + (t.s.length > 40 ? t.s.slice(0, 40) + '…' : t.s) + '”' : '';
    }
    function search() {
      const wanted = $('search').value.trim().toLowerCase();
      for (const row of rows.values()) row.hidden = wanted !== '' && !row.search.includes(wanted);
    }
    function pick(id) {
      if (picked && rows.get(picked)) rows.get(picked).setAttribute('aria-selected', 'false');
      picked = id;
      $('pickedbox').hidden = !id;
      if (id) {
        const v = run.views.get(id), row = rows.get(id);
        if (row) { row.setAttribute('aria-selected', 'true'); row.scrollIntoView({ block: 'nearest' }); $('list').setAttribute('aria-activedescendant', row.id); }
        $('pickedname').textContent = v ? v.type + ' ' + (v.identifier || v.label || v.name || text(id)) : '';
        $('pickedplace').textContent = v && v.source ? v.source.file + ':' + v.source.line : '';
        drawGraph();
      }
      const now = at; at = -1; show(now);
    }
    // The front-most view under the pointer; views without a picture by their boxes.
    function pickAt(stage, event) {
      if (data.mode === 'live' && !event.altKey) return;
      // What is drawn clear is not what one points at.
      const isClear = e => e.getAttribute('fill-opacity') === '0' || e.getAttribute('opacity') === '0' || e.getAttribute('fill') === 'none';
      const leaf = document.elementsFromPoint(event.clientX, event.clientY)
        .filter(e => stage.svg.contains(e) && !isClear(e)).map(e => e.closest('[data-v]')).find(e => e);
      if (leaf) return pick(+leaf.getAttribute('data-v') === picked ? 0 : +leaf.getAttribute('data-v'));
      const [x, y] = stage.point(event);
      let best = 0, size = Infinity;
      for (const id of run.views.keys()) {
        const r = run.at(id, at);
        if (r && x >= r[0] && y >= r[1] && x < r[0] + r[2] && y < r[1] + r[3] && r[2] * r[3] < size) { best = id; size = r[2] * r[3]; }
      }
      pick(best === picked ? 0 : best);
    }
    const COLORS = ['#e5484d', '#0b8fd6', '#2f9e5b', '#9153d6', '#d08700'], NAMES = ['x', 'y', 'width', 'height', 'opacity'];
    function drawGraph() {
      const g = $('graph');
      g.textContent = '';
      $('legend').textContent = '';
      const last = Math.max(1, run.frames.length - 1);
      NAMES.forEach((name, k) => {
        let low = Infinity, high = -Infinity, points = [];
        for (let f = 0; f < run.frames.length; f++) { const r = run.at(picked, f); if (r) { low = Math.min(low, r[k]); high = Math.max(high, r[k]); points.push([f, r[k]]); } }
        const flat = isFlat(low, high);
        make('polyline', { stroke: COLORS[k], 'stroke-opacity': flat ? 0.35 : 1, points: points.map(p => graphPoint(p, last, low, high, k)).join(' ') }, g);
        const span = document.createElement('span'), i = document.createElement('i');
        i.style.background = COLORS[k]; span.append(i, name + (flat ? '' : ` ${low.toFixed(k < 4 ? 0 : 2)}…${high.toFixed(k < 4 ? 0 : 2)}`));
        $('legend').appendChild(span);
      });
      make('line', { id: 'cursor', x1: 0, x2: 0, y1: 0, y2: 150, stroke: 'currentColor', 'stroke-opacity': 0.6, 'vector-effect': 'non-scaling-stroke' }, g);
    }
    $('graph').addEventListener('click', e => { const b = $('graph').getBoundingClientRect(); stop(); show(Math.round((e.clientX - b.left) / b.width * (run.frames.length - 1))); });
    function differing(frame) {
      const ids = run.differing && run.differing[frame];
      return ids || [];
    }
    function show(n) {
      n = clampFrame(n, run.frames.length);
      if (n === at) return;
      at = n;
      const frame = run.frames[at];
      if (!frame) return;
      const options = { onion: $('onion').checked, outline: $('outline').checked, touch: touchAt(touches, at) };
      stages.forEach((s, i) => s.show(at, Object.assign({}, options, { picked: s.run === run ? picked : 0, differs: (s.run.differing || {})[at] })));
      $('scrub').value = at;
      $('scrub').setAttribute('aria-valuetext', stamp(time(at)) + ' seconds');
      $('now').textContent = `frame ${frame.n} · ${stamp(time(at))} s of ${stamp(time(run.frames.length - 1))} s`;
      $('what').textContent = (frame.e || []).join('; ') || (frame.name || '');
      if (!playing || at % 6 === 0) for (const [id, row] of rows) row.classList.toggle('gone', !run.at(id, at));
      if (picked) {
        const r = run.at(picked, at), cells = $('numbers').tBodies[0].rows[0].cells;
        for (let i = 0; i < 5; i++) cells[i].textContent = cell(r, i);
        const c = document.getElementById('cursor');
        if (c) { const x = at / Math.max(1, run.frames.length - 1) * 480; c.setAttribute('x1', x); c.setAttribute('x2', x); }
      }
    }
    function redraw() { const n = at; at = -1; show(n); }
    function tick(now) {
      if (!playing) return;
      const rate = run.rate || run.run.fps;
      let n = frameAfter(from, now - began, rate, $('speed').value);
      if (n >= run.frames.length) {
        if (!$('loop').checked) { show(run.frames.length - 1); stop(); return; }
        n = 0; from = 0; began = now;
      }
      if (n !== at) show(n);
      requestAnimationFrame(tick);
    }
    function play() {
      if (run.frames.length < 2) return;
      playing = true; from = at >= run.frames.length - 1 ? 0 : at; began = performance.now();
      $('play').textContent = 'Pause'; $('play').setAttribute('aria-label', 'Pause');
      requestAnimationFrame(tick);
    }
    function stop() { playing = false; $('play').textContent = 'Play'; $('play').setAttribute('aria-label', 'Play'); }
    $('play').onclick = () => playing ? stop() : play();
    $('back').onclick = () => { stop(); show(at - 1); };
    $('step').onclick = () => { stop(); show(at + 1); };
    $('first').onclick = () => { stop(); show(0); };
    $('last').onclick = () => { stop(); show(run.frames.length - 1); };
    $('scrub').oninput = e => { stop(); show(+e.target.value); };
    $('speed').onchange = () => { if (playing) play(); };
    $('onion').onchange = redraw; $('outline').onchange = redraw;
    $('search').oninput = search;
    $('unpick').onclick = () => pick(0);
    let theme = 0;
    $('theme').onclick = () => {
      theme = (theme + 1) % 3;
      const name = ['', 'light', 'dark'][theme];
      if (name) document.documentElement.dataset.theme = name; else delete document.documentElement.dataset.theme;
      $('theme').setAttribute('aria-label', 'Look of this page: ' + (name || 'as the system'));
    };
    document.addEventListener('keydown', e => {
      const tag = e.target.tagName, typing = tag === 'SELECT' || tag === 'INPUT' && e.target.type === 'search';
      if (e.ctrlKey || e.metaKey || e.altKey) return;
      if (e.key === 'Escape') { e.target.blur(); pick(0); return; }
      if (typing) return;
      const big = e.shiftKey ? 10 : 1;
      if (e.key === ' ' && tag !== 'BUTTON') { e.preventDefault(); playing ? stop() : play(); }
      else if (e.key === 'ArrowLeft') { e.preventDefault(); stop(); show(at - big); }
      else if (e.key === 'ArrowRight') { e.preventDefault(); stop(); show(at + big); }
      else if (e.key === 'Home') { e.preventDefault(); stop(); show(0); }
      else if (e.key === 'End') { e.preventDefault(); stop(); show(run.frames.length - 1); }
      else if (e.key === 'o') { $('outline').checked = !$('outline').checked; redraw(); }
      else if (e.key === 'g') { $('onion').checked = !$('onion').checked; redraw(); }
      else if (e.key === 'l') $('loop').checked = !$('loop').checked;
      else if (e.key === '/') { e.preventDefault(); $('search').focus(); }
      else if ((e.key === 'ArrowDown' || e.key === 'ArrowUp') && e.target === $('list')) {
        e.preventDefault();
        const ids = [...rows.keys()].filter(id => !rows.get(id).hidden), i = ids.indexOf(picked);
        const next = ids[Math.max(0, Math.min(ids.length - 1, i + (e.key === 'ArrowDown' ? 1 : -1)))];
        if (next) pick(next);
      }
    });
    function begin(index) {
      $('title').textContent = data.title;
      document.title = data.title;
      runs = data.runs.map(r => new Run(r));
      $('tabs').textContent = '';
      if (data.mode !== 'compare' && runs.length > 1) runs.forEach((r, i) => {
        const b = document.createElement('button');
        b.textContent = r.name; b.setAttribute('role', 'tab');
        b.onclick = () => { stop(); setUp(i); show(0); play(); };
        $('tabs').appendChild(b);
      });
      if (runs.length) setUp(index);
    }
    if (hash.has('theme')) document.documentElement.dataset.theme = hash.get('theme');
    for (const box of ['onion', 'outline']) if (hash.has(box)) $(box).checked = true;
    if (data.mode !== 'live') {
      begin(hash.has('run') ? Math.min(Math.max(0, +hash.get('run') || 0), data.runs.length - 1) : 0);
      show(hash.has('frame') ? +hash.get('frame') : 0);
      if (hash.has('pick')) pick(+hash.get('pick'));
      if (!hash.has('frame') && data.mode === 'play') play();
      addEventListener('hashchange', () => { const h = new URLSearchParams(location.hash.slice(1)); if (h.has('frame')) { stop(); show(+h.get('frame')); } });
    }

    """#

  /// Touches go to the server as they come, which plays the scene with them; a saved file loads the page anew.
  package static let live: StaticString = #"""
    const liveState = data.live;
    let pending = [], sending = false, finger = null, lifted = 0;
    if (liveState.problem) {
      $('live').hidden = false;
      const pre = document.createElement('pre');
      pre.textContent = liveState.problem;
      $('live').appendChild(pre);
    }
    $('loop').checked = false;
    begin(0);
    if (runs.length) { show(0); play(); wire(); }
    function wire() {
      const s = stages[0];
      s.svg.classList.add('touchable');
      let start = 0, base = 0;
      const clock = () => base + (performance.now() - start) / 1000;
      const add = (kind, p) => pending.push(touchLine(clock(), kind, p[0], p[1]));
      s.svg.addEventListener('pointerdown', e => {
        if (e.button !== 0 || e.altKey) return;
        e.preventDefault(); s.svg.setPointerCapture(e.pointerId);
        // The gesture is timed from the frame that is shown.
        base = sending ? clock() : time(at); start = performance.now(); stop();
        finger = { point: s.point(e), clock, stage: s };
        add('down', finger.point); post();
      });
      s.svg.addEventListener('pointermove', e => {
        if (!finger) return;
        finger.point = s.point(e);
        add('move', finger.point); post();
      });
      const end = e => { if (!finger) return; lifted = clock(); finger.point = s.point(e); add('up', finger.point); finger = null; post(); };
      s.svg.addEventListener('pointerup', end);
      s.svg.addEventListener('pointercancel', end);
    }
    // One request at a time; what comes meanwhile goes with the next. While a finger is down the answer is the scene at that
    // moment; a finger that rests lets time pass all the same, for presses and springs.
    async function post() {
      if (sending || !pending.length) return;
      sending = true;
      const body = pending.join('\n'), isOver = !finger;
      pending = [];
      try {
        const answer = await fetch('/touches', { method: 'POST', body });
        if (!answer.ok) { $('what').textContent = await answer.text(); }
        else {
          const json = await answer.json();
          if (isOver && finger) { /* Touched again: the next answer shows it. */ }
          else if (isOver) { data.runs = [json]; begin(0); wire(); show(lifted * run.run.fps); play(); }
          else if (finger) finger.stage.follow(new Run(json), finger.point);
        }
      } catch (e) { $('what').textContent = 'The preview has ended.'; finger = null; }
      sending = false;
      if (finger && !pending.length) requestAnimationFrame(() => {
        if (finger && !pending.length) pending.push(touchLine(finger.clock(), 'hold', finger.point[0], finger.point[1]));
        post();
      });
      else post();
    }
    const reset = document.createElement('button');
    reset.textContent = 'Start over';
    reset.onclick = async () => { await fetch('/reset', { method: 'POST' }); location.reload(); };
    document.querySelector('.controls').insertBefore(reset, $('first'));
    (async function follow() {
      for (;;) {
        try {
          const answer = await (await fetch('/wait?version=' + liveState.version)).json();
          if (answer.version > 0 && answer.version !== liveState.version) { location.reload(); return; }
        } catch (e) { $('what').textContent = 'The preview has ended.'; await new Promise(r => setTimeout(r, 1500)); }
      }
    })();

    """#
}
