/// The markup of the player's page.
enum PageMarkup {
  static let head: StaticString = """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>
    """

  static let title: StaticString = """
    </title>
    <style>

    """

  static let body: StaticString = """
    </style>
    </head>
    <body>
    <header>
      <h1 id="title"></h1>
      <nav id="tabs" role="tablist" aria-label="Runs"></nav>
      <span class="grow"></span>
      <span id="device" class="quiet"></span>
      <button id="theme" class="icon" aria-label="Look of this page: as the system" title="Look of this page"><svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><circle cx="8" cy="8" r="6.2" fill="none" stroke="currentColor" stroke-width="1.6"/><path fill="currentColor" d="M8 2a6 6 0 0 0 0 12z"/></svg></button>
    </header>
    <main>
      <section id="stages" aria-label="Pictures"></section>
      <aside aria-label="Views">
        <div id="live" hidden></div>
        <div id="differences" hidden></div>
        <div id="notes" hidden></div>
        <div id="pickedbox" hidden>
          <div class="row"><strong id="pickedname"></strong><span class="grow"></span><button id="unpick" class="icon" aria-label="Let go of the view">×</button></div>
          <div id="pickedplace" class="quiet"></div>
          <table id="numbers" aria-label="Numbers of the picked view"><thead><tr><th>x</th><th>y</th><th>width</th><th>height</th><th>opacity</th></tr></thead><tbody><tr><td></td><td></td><td></td><td></td><td></td></tr></tbody></table>
          <svg id="graph" role="img" aria-label="The numbers over time" viewBox="0 0 480 150" preserveAspectRatio="none"></svg>
          <div id="legend" aria-hidden="true"></div>
        </div>
        <label class="search"><span class="hidden">Search views</span><input id="search" type="search" placeholder="Search views (/)" autocomplete="off"></label>
        <div id="list" role="listbox" aria-label="Views of this frame" tabindex="0"></div>
      </aside>
    </main>
    <footer>
      <div id="track" aria-label="Events"></div>
      <input type="range" id="scrub" min="0" value="0" step="1" aria-label="Frame">
      <div class="row controls">
        <button id="first" class="icon" aria-label="First frame" title="First frame (Home)"><svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path fill="currentColor" d="M3 3h2v10H3zM14 3v10L6 8z"/></svg></button>
        <button id="back" class="icon" aria-label="One frame back" title="One frame back (←)"><svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path fill="currentColor" d="M11 3v10L4 8z"/></svg></button>
        <button id="play" aria-label="Play" title="Play or pause (space)">Play</button>
        <button id="step" class="icon" aria-label="One frame on" title="One frame on (→)"><svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path fill="currentColor" d="M5 3v10l7-5z"/></svg></button>
        <button id="last" class="icon" aria-label="Last frame" title="Last frame (End)"><svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true"><path fill="currentColor" d="M11 3h2v10h-2zM2 3v10l8-5z"/></svg></button>
        <label class="field">Speed <select id="speed"><option value="0.05">1/20</option><option value="0.1">1/10</option><option value="0.25">1/4</option><option value="0.5">1/2</option><option value="1" selected>1</option><option value="2">2</option></select></label>
        <label><input type="checkbox" id="loop" checked> Loop</label>
        <label title="Frames before and after (G)"><input type="checkbox" id="onion"> Onion skin</label>
        <label title="Boxes of the views (O)"><input type="checkbox" id="outline"> Outlines</label>
        <span class="grow"></span>
        <output id="now"></output>
      </div>
      <div id="what" aria-live="polite"></div>
    </footer>

    """

  static let end: StaticString = """
    </script>
    </body>
    </html>

    """
}
