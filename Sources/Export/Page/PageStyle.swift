/// The look of the player's page, light and dark.
enum PageStyle {
  static let text: StaticString = """
    :root { color-scheme: light; --ink: #1b1c1f; --quiet: #6a6e76; --paper: #eef0f3; --card: #ffffff; --line: #d5d8de; --accent: #0b63d6; --soft: #e4edfb; --warn: #9a5b00; --bad: #c22727; }
    :root[data-theme=dark] { color-scheme: dark; --ink: #ececef; --quiet: #9a9ea8; --paper: #141518; --card: #1d1f23; --line: #34373d; --accent: #6eaaff; --soft: #22324a; --warn: #e0a54a; --bad: #ff7a70; }
    @media (prefers-color-scheme: dark) { :root:not([data-theme]) { color-scheme: dark; --ink: #ececef; --quiet: #9a9ea8; --paper: #141518; --card: #1d1f23; --line: #34373d; --accent: #6eaaff; --soft: #22324a; --warn: #e0a54a; --bad: #ff7a70; } }
    * { box-sizing: border-box; }
    html, body { height: 100%; margin: 0; }
    body { display: grid; grid-template-rows: auto minmax(0, 1fr) auto; font: 13px/1.45 system-ui, -apple-system, "Segoe UI", Inter, sans-serif; color: var(--ink); background: var(--paper); }
    [hidden] { display: none !important; }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    .quiet { color: var(--quiet); }
    .grow { flex: 1; }
    .row { display: flex; align-items: center; gap: 10px; }
    header { display: flex; align-items: center; gap: 14px; padding: 9px 16px; background: var(--card); border-bottom: 1px solid var(--line); }
    h1 { font-size: 15px; margin: 0; font-weight: 600; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
    nav { display: flex; gap: 4px; overflow-x: auto; }
    nav button[aria-selected=true] { background: var(--soft); border-color: var(--accent); color: var(--accent); }
    button, select, input[type=search] { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 7px; padding: 4px 11px; }
    button { cursor: pointer; white-space: nowrap; }
    button:hover { border-color: var(--accent); }
    button.icon { padding: 4px 8px; min-width: 31px; }
    #play { min-width: 74px; font-weight: 600; background: var(--accent); color: var(--card); border-color: transparent; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
    main { display: grid; grid-template-columns: minmax(0, 1fr) 350px; min-height: 0; }
    #stages { display: flex; gap: 26px; justify-content: center; align-items: center; padding: 18px; min-height: 0; min-width: 0; }
    figure { margin: 0; height: 100%; display: flex; flex-direction: column; align-items: center; min-height: 0; min-width: 0; gap: 8px; }
    figcaption { font-weight: 600; }
    .stage { display: block; min-height: 0; max-width: 100%; height: 100%; border-radius: 30px; background: #fff; box-shadow: 0 0 0 1px var(--line), 0 10px 34px #0002; overflow: hidden; user-select: none; -webkit-user-select: none; }
    .stage.touchable { cursor: pointer; touch-action: none; }
    .stage .over { pointer-events: none; }
    .stage .ghosts { pointer-events: none; }
    .box { fill: none; stroke: #e5389f; stroke-width: 1; stroke-opacity: .7; vector-effect: non-scaling-stroke; }
    .picked { fill: #0b63d61f; stroke: #0b63d6; stroke-width: 2; vector-effect: non-scaling-stroke; }
    .differs { fill: #ff2d2d26; stroke: #ff2d2d; stroke-width: 2; vector-effect: non-scaling-stroke; }
    .touch { fill: #0b63d64d; stroke: #fffc; stroke-width: 2; }
    aside { display: flex; flex-direction: column; gap: 8px; min-height: 0; padding: 12px; background: var(--card); border-left: 1px solid var(--line); }
    .search input { width: 100%; }
    #list { flex: 1; overflow: auto; min-height: 80px; }
    .view { display: flex; gap: 7px; align-items: baseline; padding: 3px 8px; border-radius: 6px; cursor: pointer; white-space: nowrap; overflow: hidden; }
    .view:hover { background: var(--soft); }
    .view[aria-selected=true] { background: var(--accent); color: var(--card); }
    .view[aria-selected=true] .quiet { color: inherit; }
    .view span.name { overflow: hidden; text-overflow: ellipsis; }
    .view.gone { opacity: .4; }
    table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
    th { text-align: right; font-weight: 400; color: var(--quiet); } td { text-align: right; font-weight: 600; }
    #graph { display: block; width: 100%; height: 130px; background: var(--paper); border-radius: 8px; margin-top: 6px; cursor: crosshair; }
    #graph polyline { fill: none; stroke-width: 1.5; vector-effect: non-scaling-stroke; }
    #legend { display: flex; gap: 10px; font-size: 11px; margin-top: 3px; }
    #legend i { display: inline-block; width: 9px; height: 9px; border-radius: 2px; margin-right: 4px; }
    #notes { color: var(--warn); max-height: 130px; overflow: auto; }
    #differences { max-height: 45%; overflow: auto; border-bottom: 1px solid var(--line); padding-bottom: 8px; }
    #differences button { display: block; width: 100%; text-align: left; white-space: normal; margin-bottom: 4px; }
    #differences button strong { color: var(--bad); }
    #live pre { white-space: pre-wrap; color: var(--bad); font-size: 12px; margin: 0; max-height: 40vh; overflow: auto; }
    footer { padding: 6px 16px 10px; background: var(--card); border-top: 1px solid var(--line); }
    #track { position: relative; height: 17px; margin: 0 8px; }
    #track button { position: absolute; top: 3px; width: 11px; height: 11px; min-width: 0; margin-left: -5.5px; padding: 0; border-radius: 50%; background: var(--accent); border: 2px solid var(--card); }
    #track button.appear { background: #35a35b; } #track button.input { background: #e07a1f; } #track button.bad { background: var(--bad); }
    #scrub { width: 100%; margin: 2px 0 6px; accent-color: var(--accent); }
    .controls { flex-wrap: wrap; } .controls label { display: inline-flex; align-items: center; gap: 5px; }
    #now { font-variant-numeric: tabular-nums; }
    #what { color: var(--quiet); min-height: 19px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    @media (max-width: 800px) { main { grid-template-columns: 1fr; grid-template-rows: minmax(0, 1fr) 40%; } aside { border-left: 0; border-top: 1px solid var(--line); } }

    """
}
