/// The page that plays frames: markup, style and script as text. It is self-contained, and the frames stand in it as the
/// same JSON that `--emit frames` writes.
enum PlayerPage {
  static let head: StaticString = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>
    """

  static let style: StaticString = """
    </title>
    <style>
    :root { color-scheme: light dark; --line: #8884; --ink: #1c1c1e; --paper: #f2f2f7; --card: #fff; --accent: #0a64d8; }
    @media (prefers-color-scheme: dark) { :root { --ink: #f2f2f7; --paper: #111114; --card: #1c1c1e; --accent: #64a8ff; } }
    * { box-sizing: border-box; }
    body { margin: 0; font: 14px/1.4 system-ui, sans-serif; color: var(--ink); background: var(--paper); }
    main { display: flex; flex-wrap: wrap; gap: 24px; padding: 20px; align-items: flex-start; }
    #stage { position: relative; flex: none; overflow: hidden; border-radius: 28px; background: #fff;
      box-shadow: 0 0 0 1px var(--line), 0 12px 40px #0003; }
    #stage.dark { background: #000; }
    #stage.outlined .view { outline: 1px solid #f0f8; }
    .view { position: absolute; left: 0; top: 0; transform-origin: 0 0; overflow: hidden; }
    .view.text { overflow: visible; white-space: pre-wrap; font-family: -apple-system, "SF Pro Text", Inter, system-ui, sans-serif; }
    .view.image { display: grid; place-items: center; background: repeating-linear-gradient(45deg, #9aa7b833 0 10px, #9aa7b855 10px 20px);
      color: #445; font-size: 11px; text-align: center; border: 1px solid #9aa7b8aa; }
    .view.ghost { opacity: .25 !important; }
    .view.picked { outline: 2px solid var(--accent) !important; }
    #touch { position: absolute; width: 36px; height: 36px; margin: -18px; border-radius: 50%; background: #0a64d855; display: none; z-index: 9; }
    #side { flex: 1 1 340px; min-width: 300px; max-width: 720px; }
    .bar { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-bottom: 10px; }
    button, select { font: inherit; padding: 4px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: inherit; }
    button:focus-visible, select:focus-visible, input:focus-visible { outline: 2px solid var(--accent); }
    input[type=range] { width: 100%; }
    #events { position: relative; height: 18px; }
    #events i { position: absolute; width: 8px; height: 8px; margin-left: -4px; border-radius: 50%; background: var(--accent); cursor: pointer; }
    #now { font-variant-numeric: tabular-nums; }
    table { border-collapse: collapse; width: 100%; font-size: 12px; font-variant-numeric: tabular-nums; }
    td, th { text-align: left; padding: 2px 8px 2px 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
    tr { cursor: pointer; } tr.picked { background: #0a64d822; }
    #list { max-height: 60vh; overflow: auto; background: var(--card); border-radius: 10px; padding: 6px 10px; }
    #notes { color: #a60; font-size: 12px; }
    </style>
    </head>
    <body>
    <main>
    <div id="stage"><div id="touch"></div></div>
    <div id="side">
      <div class="bar">
        <button id="play" aria-label="Play or pause">Play</button>
        <button id="back" aria-label="One frame back">‹</button>
        <button id="step" aria-label="One frame on">›</button>
        <select id="speed" aria-label="Speed"><option value="1">1×</option><option value="0.5">½×</option><option value="0.25">¼×</option><option value="0.1">⅒×</option><option value="2">2×</option></select>
        <label><input type="checkbox" id="loop" checked> loop</label>
        <label><input type="checkbox" id="outline"> outlines</label>
        <label><input type="checkbox" id="onion"> onion skin</label>
        <label><input type="checkbox" id="dark"> dark</label>
        <span id="now"></span>
      </div>
      <input type="range" id="scrub" min="0" value="0" aria-label="Frame">
      <div id="events"></div>
      <div id="what"></div>
      <div id="notes"></div>
      <div id="list"><table><thead><tr><th>view</th><th>x</th><th>y</th><th>width</th><th>height</th><th>opacity</th></tr></thead><tbody id="rows"></tbody></table></div>
    </div>
    </main>
    <script type="application/json" id="data">
    """

  static let script: StaticString = #"""
    </script>
    <script>
    const data = JSON.parse(document.getElementById('data').textContent);
    const $ = id => document.getElementById(id);
    const stage = $('stage'), views = new Map(data.views.map(v => [v.id, v])), nodes = new Map(), rows = new Map();
    let at = 0, playing = false, began = 0, from = 0, picked = null;
    stage.style.width = data.device.width + 'px';
    stage.style.height = data.device.height + 'px';
    document.title = data.source + (data.scenario ? ' · ' + data.scenario : '');
    $('scrub').max = Math.max(0, data.frames.length - 1);
    const name = v => v.type + (v.identifier || v.label || v.name ? ' “' + (v.identifier || v.label || v.name) + '”' : '');
    const css = c => c || 'transparent';
    function gradient(g, r) {
      const stops = g.stops.map(s => s[0] + ' ' + (s[1] * 100) + '%').join(', ');
      if (g.kind === 'radial' || g.kind === 'elliptical') return 'radial-gradient(circle at ' + g.start[0] * 100 + '% ' + g.start[1] * 100 + '%, ' + stops + ')';
      if (g.kind === 'angular') return 'conic-gradient(from 90deg at ' + g.start[0] * 100 + '% ' + g.start[1] * 100 + '%, ' + stops + ')';
      const dx = (g.end[0] - g.start[0]) * r[2], dy = (g.end[1] - g.start[1]) * r[3];
      return 'linear-gradient(' + (Math.atan2(dx, -dy) * 180 / Math.PI) + 'deg, ' + stops + ')';
    }
    function node(id, ghost) {
      const key = ghost ? 'g' + id : id;
      let n = nodes.get(key);
      if (!n) {
        n = document.createElement('div');
        const v = views.get(id);
        n.className = 'view' + (v.type === 'Text' ? ' text' : '') + (v.type === 'Image' ? ' image' : '') + (ghost ? ' ghost' : '');
        n.dataset.id = id;
        if (v.type === 'Image') n.textContent = v.name || '';
        n.addEventListener('click', () => pick(id));
        stage.appendChild(n);
        nodes.set(key, n);
      }
      return n;
    }
    function pick(id) { picked = picked === id ? null : id; show(at); }
    function draw(frame, ghost) {
      for (const r of frame.views) {
        const n = node(r.id, ghost), v = views.get(r.id), leaf = r.color || r.gradient || r.text !== undefined || v.type === 'Image';
        n.style.display = '';
        n.style.zIndex = r.z + 1;
        n.style.opacity = r.opacity;
        if (r.transform) {
          n.style.width = r.size[0] + 'px'; n.style.height = r.size[1] + 'px';
          n.style.transform = 'matrix(' + r.transform.join(',') + ')';
        } else if (r.text !== undefined && r.size[0] > 0) {
          n.style.width = r.size[0] + 1 + 'px'; n.style.height = r.size[1] + 'px';
          n.style.transform = 'matrix(' + [r.rect[2] / r.size[0], 0, 0, r.size[1] > 0 ? r.rect[3] / r.size[1] : 1, r.rect[0], r.rect[1]].join(',') + ')';
        } else {
          n.style.width = Math.max(0, r.rect[2]) + 'px'; n.style.height = Math.max(0, r.rect[3]) + 'px';
          n.style.transform = 'translate(' + r.rect[0] + 'px,' + r.rect[1] + 'px)';
        }
        n.style.borderRadius = r.cornerRadii ? r.cornerRadii.map(x => Math.max(0, x) + 'px').join(' ') : '';
        if (r.text !== undefined) {
          n.style.color = css(r.color); n.textContent = r.text;
          const lines = Math.max(1, Math.round(r.size[1] / 21)), size = r.size[1] / lines / 1.194;
          n.style.fontSize = (lines > 1 ? 17 : Math.max(1, size)) + 'px'; n.style.lineHeight = r.size[1] / lines + 'px';
        } else n.style.background = r.gradient ? gradient(r.gradient, r.rect) : v.type === 'Image' && !r.color ? '' : css(r.color);
        if (r.clip) {
          const c = r.clip, t = c[1] - r.rect[1], l = c[0] - r.rect[0], b = r.rect[1] + r.rect[3] - c[1] - c[3], w = r.rect[0] + r.rect[2] - c[0] - c[2];
          const round = r.clipRadii ? ' round ' + r.clipRadii.map(x => Math.max(0, x) + 'px').join(' ') : '';
          n.style.clipPath = 'inset(' + [t, w, b, l].map(x => x + 'px').join(' ') + round + ')';
        } else n.style.clipPath = '';
        n.style.pointerEvents = leaf ? '' : 'none';
        n.classList.toggle('picked', picked === r.id && !ghost);
      }
    }
    function table(frame) {
      const body = $('rows');
      const seen = new Set();
      for (const r of frame.views) {
        seen.add(r.id);
        let t = rows.get(r.id);
        if (!t) {
          t = document.createElement('tr');
          for (let i = 0; i < 6; i++) t.appendChild(document.createElement('td'));
          const v = views.get(r.id);
          t.children[0].textContent = name(v) + (r.text ? ' ' + JSON.stringify(r.text.slice(0, 24)) : '');
          if (v.source) t.title = v.source.file + ':' + v.source.line;
          t.addEventListener('click', () => pick(r.id));
          rows.set(r.id, t); body.appendChild(t);
        }
        t.style.display = '';
        [r.rect[0], r.rect[1], r.rect[2], r.rect[3], r.opacity].forEach((x, i) => t.children[i + 1].textContent = (+x).toFixed(i < 4 ? 1 : 2));
        t.classList.toggle('picked', picked === r.id);
      }
      for (const [id, t] of rows) if (!seen.has(id)) t.style.display = 'none';
    }
    function show(n) {
      at = Math.max(0, Math.min(data.frames.length - 1, n));
      const frame = data.frames[at];
      if (!frame) return;
      for (const n of nodes.values()) n.style.display = 'none';
      if ($('onion').checked && at >= 6) draw(data.frames[at - 6], true);
      draw(frame, false);
      table(frame);
      $('scrub').value = at;
      $('now').textContent = 'frame ' + frame.n + ' · ' + frame.t.toFixed(3) + ' s';
      $('what').textContent = frame.events.join('; ');
      const touch = frame.events.find(e => /^(down|move) /.test(e));
      if (touch) { const p = touch.split(' ')[1].split(','); $('touch').style.cssText = 'display:block;left:' + p[0] + 'px;top:' + p[1] + 'px'; }
      else if (frame.events.some(e => /^(up|cancel)/.test(e))) $('touch').style.display = 'none';
    }
    function tick(time) {
      if (!playing) return;
      let n = from + Math.floor((time - began) / 1000 * data.fps * $('speed').value);
      if (n >= data.frames.length) {
        if (!$('loop').checked) { stop(); show(data.frames.length - 1); return; }
        n = 0; from = 0; began = time;
      }
      if (n !== at) show(n);
      requestAnimationFrame(tick);
    }
    function play() { playing = true; from = at >= data.frames.length - 1 ? 0 : at; began = performance.now(); $('play').textContent = 'Pause'; requestAnimationFrame(tick); }
    function stop() { playing = false; $('play').textContent = 'Play'; }
    $('play').onclick = () => playing ? stop() : play();
    $('back').onclick = () => { stop(); show(at - 1); };
    $('step').onclick = () => { stop(); show(at + 1); };
    $('scrub').oninput = e => { stop(); show(+e.target.value); };
    $('speed').onchange = () => { if (playing) play(); };
    $('outline').onchange = e => stage.classList.toggle('outlined', e.target.checked);
    $('dark').onchange = e => stage.classList.toggle('dark', e.target.checked);
    $('onion').onchange = () => show(at);
    document.addEventListener('keydown', e => {
      if (e.target.tagName === 'INPUT' && e.target.type === 'range') return;
      if (e.key === ' ') { e.preventDefault(); playing ? stop() : play(); }
      if (e.key === 'ArrowLeft') { stop(); show(at - (e.shiftKey ? 10 : 1)); }
      if (e.key === 'ArrowRight') { stop(); show(at + (e.shiftKey ? 10 : 1)); }
    });
    data.frames.forEach((f, i) => {
      const shown = f.events.filter(e => !/^move /.test(e));
      if (!shown.length) return;
      const dot = document.createElement('i');
      dot.style.left = (i / Math.max(1, data.frames.length - 1) * 100) + '%';
      dot.title = f.t.toFixed(3) + ' s: ' + shown.join('; ');
      dot.onclick = () => { stop(); show(i); };
      $('events').appendChild(dot);
    });
    $('notes').textContent = data.runtime.map(d => d.code + ' ' + d.message).join(' · ');
    const hash = new URLSearchParams(location.hash.slice(1));
    show(hash.has('frame') ? +hash.get('frame') : 0);
    if (!hash.has('frame')) play();
    </script>
    </body>
    </html>

    """#
}
