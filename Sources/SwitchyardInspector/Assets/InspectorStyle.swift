/// The one style sheet.
///
/// Texts have a contrast of 4.5:1 with what they stand on, marks one of 3:1.
enum InspectorStyle {
  static let sheet = colours + frame + lists + drawings

  private static let colours = """
    :root {
      color-scheme: light dark;
      --paper: #fbf8f2; --card: #ffffff; --ink: #24201a; --faint: #5f574b; --line: #d9d1c3; --mark: #857a6a;
      --accent: #7a2e1d; --on-accent: #ffffff; --kept: #805606; --good: #1c6337; --bad: #a11d1d; --blue: #1f4e79;
      --good-bg: #dff2e5; --bad-bg: #fbe3e1; --kept-bg: #fbefcf; --blue-bg: #e1edf8;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #1b1916; --card: #26231f; --ink: #ece6da; --faint: #b3aa9b; --line: #45403a; --mark: #8f8677;
        --accent: #f0a58f; --on-accent: #2a120c; --kept: #e0b154; --good: #8fd0a4; --bad: #ff9c94; --blue: #9ec7ef;
        --good-bg: #17331f; --bad-bg: #431b18; --kept-bg: #3b2d0c; --blue-bg: #172c40;
      }
    }

    """

  private static let frame = """
    * { box-sizing: border-box; }
    html { scrollbar-gutter: stable; font: 1rem/1.5 system-ui, "DejaVu Sans", sans-serif; }
    body { margin: 0 auto; max-width: 90rem; padding: 0 1rem 3rem; background: var(--paper); color: var(--ink); }
    a { color: var(--accent); text-underline-offset: .15em; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
    main:focus { outline: none; }
    .skip { position: absolute; left: -99rem; padding: .5rem 1rem; background: var(--card); }
    .skip:focus { left: .5rem; top: .5rem; z-index: 3; }
    .unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%);
      white-space: nowrap; }
    header { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; padding-top: .75rem; }
    .brand { margin: 0; font-weight: bold; }
    .brand span, .faint, .remark { color: var(--faint); }
    .brand span { font-weight: normal; }
    nav ul { display: flex; flex-wrap: wrap; list-style: none; margin: 0; padding: 0; }
    header nav { flex-basis: 100%; border-bottom: 1px solid var(--line); }
    header nav a { display: block; padding: .6rem .8rem; color: var(--faint); text-decoration: none;
      border-bottom: 3px solid transparent; }
    header nav a[aria-current] { color: var(--ink); border-bottom-color: var(--accent); font-weight: bold; }
    h1 { font-size: 1.5rem; line-height: 1.25; margin: 1rem 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.125rem; margin: 1.5rem 0 .5rem; }
    code, pre, textarea { font: .8125rem/1.5 ui-monospace, "DejaVu Sans Mono", Menlo, monospace; overflow-wrap: anywhere; }
    pre { overflow-x: auto; padding: .75rem; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; }
    label { display: block; font-size: .875rem; color: var(--faint); }
    input, select, textarea { font-size: 1rem; width: 100%; padding: .45rem .6rem; color: inherit; background: var(--card);
      border: 1px solid var(--mark); border-radius: .4rem; }
    input, select { font-family: inherit; min-height: 2.6rem; }
    button { font: inherit; min-height: 2.6rem; padding: .45rem 1rem; cursor: pointer; color: var(--on-accent);
      background: var(--accent); border: 0; border-radius: .4rem; }
    button.quiet { min-height: 2rem; padding: .2rem .6rem; color: var(--accent); background: none;
      border: 1px solid var(--mark); }
    [hidden] { display: none; }
    .filter { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: end; margin: 0 0 .75rem; }
    .filter > div { flex: 1 1 7rem; }
    .filter > .wide { flex: 4 1 16rem; }
    .bar, .pager { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; min-height: 2rem; margin: .5rem 0; }

    """

  private static let lists = """
    .scroll { position: relative; overflow-x: auto; border: 1px solid var(--line); border-radius: .4rem; background: var(--card); }
    table { border-collapse: collapse; width: 100%; font-size: .875rem; }
    th, td { text-align: left; vertical-align: top; padding: .4rem .6rem; border-bottom: 1px solid var(--line); }
    thead th { color: var(--faint); font-weight: normal; white-space: nowrap; }
    tbody:last-child tr:last-child > * { border-bottom: 0; }
    .number { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
    td code, th code { white-space: nowrap; }
    summary { cursor: pointer; }
    details p { margin: .25rem 0; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
    dt { color: var(--faint); }
    dd { margin: 0; overflow-wrap: anywhere; }
    .badge { display: inline-block; min-width: 2.75rem; padding: 0 .4rem; text-align: center; border-radius: .25rem;
      font-weight: bold; color: var(--faint); border: 1px solid currentColor; }
    .s2 { color: var(--good); background: var(--good-bg); }
    .s3 { color: var(--kept); background: var(--kept-bg); }
    .s4, .s5 { color: var(--bad); background: var(--bad-bg); }
    .good, .runs { color: var(--good); font-weight: bold; }
    .doubtful, .hidden { color: var(--kept); font-weight: bold; }
    .bad, .undecided, .refused { color: var(--bad); font-weight: bold; }
    .answer { font-size: 1.125rem; }
    .ask { padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .4rem; }
    .ask p { margin: .25rem 0 .5rem; }
    .ask button { margin: 0 .5rem .5rem 0; }
    .asked { padding: .6rem 1rem; background: var(--blue-bg); border-left: 4px solid var(--blue); }
    .asked.good { background: var(--good-bg); border-color: var(--good); }
    mark { color: var(--good); background: var(--good-bg); border-bottom: 2px solid var(--good); }
    .misses p { margin: .25rem 0; }
    .near { margin: .25rem 0 1rem; }
    .legend { display: flex; flex-wrap: wrap; gap: .4rem 1.25rem; list-style: none; margin: .5rem 0; padding: 0;
      font-size: .875rem; }
    .copied { display: flex; flex-direction: column; gap: .4rem; align-items: start; }

    """

  private static let drawings = """
    .matrix td { text-align: center; }
    .matrix td:last-child { text-align: left; white-space: nowrap; }
    .matrix th[scope=row] { font-weight: normal; }
    .turned span { writing-mode: vertical-rl; transform: rotate(180deg); max-height: 14rem; }
    .covered { color: var(--good); } .open { color: var(--faint); } .unknown { color: var(--kept); font-weight: bold; }
    .hole { color: var(--bad); font-weight: bold; }
    td.hole { background: var(--bad-bg); }
    .matrix td a { display: block; min-width: 1.6rem; min-height: 1.5rem; color: inherit; text-decoration: none; }
    .holes { padding: .25rem 1rem; margin-bottom: .75rem; border: 2px solid var(--bad); border-radius: .4rem; }
    .waterfall td:nth-child(5) { min-width: 14rem; width: 40%; }
    .waterfall .leg th { font-weight: normal; color: var(--faint); background: var(--paper); }
    .notes p { margin: 0; }
    .bar rect { fill: var(--mark); }
    svg.bar { display: block; width: 100%; height: 22px; margin: 0; min-height: 0; }
    .bar .axis { stroke: var(--line); fill: none; }
    .bar.guard rect { fill: var(--good); } .bar.proxy rect { fill: var(--kept); }
    .bar.map rect, .bar.fallback rect { fill: var(--accent); } .bar.middleware rect { fill: var(--blue); }
    .bar rect.wait { fill: var(--mark); }
    .walk p { margin: .5rem 0; }
    .line { display: flex; list-style: none; margin: 0; padding: .75rem .5rem; }
    .line li { position: relative; flex: 1 0 6.5rem; max-width: 12rem; }
    .line a { display: block; text-decoration: none; text-align: center; }
    .line li + li::before { content: ""; position: absolute; top: 8px; left: -50%; width: 100%; border-top: 3px solid var(--accent); }
    .line li.future + li.future::before, .line li + li.future::before { border-top: 3px dashed var(--mark); }
    .dot { position: relative; z-index: 1; display: block; width: 18px; height: 18px; margin: 0 auto .25rem; border-radius: 50%;
      background: var(--accent); border: 3px solid var(--accent); }
    .future .dot { background: var(--card); border-color: var(--mark); }
    .present .dot { background: var(--card); }
    .line [aria-current] .dot { outline: 3px solid var(--accent); outline-offset: 2px; }
    .line [aria-current] code { font-weight: bold; text-decoration: underline; }
    .way { display: flex; flex-wrap: wrap; list-style: none; margin: .75rem 0; padding: 0; gap: .25rem .5rem; }
    .way li + li::before { content: "› "; color: var(--faint); }
    .way li:last-child { font-weight: bold; }
    .tree, .tree ul { list-style: none; margin: 0; padding: 0; }
    .tree ul { margin-left: .9rem; border-left: 2px solid var(--mark); }
    .tree li { position: relative; padding: .2rem 0 .2rem 0; }
    .tree ul > li { padding-left: 1rem; }
    .tree ul > li::before { content: ""; position: absolute; left: 0; top: 1.1rem; width: .9rem; border-top: 2px solid var(--mark); }
    .tree ul > li.modal::before { border-top: 4px double var(--blue); }
    .box { display: inline-flex; flex-wrap: wrap; gap: .1rem .5rem; align-items: baseline; padding: .2rem .6rem; max-width: 100%;
      background: var(--card); border: 1px solid var(--mark); border-radius: .35rem; }
    .modal > .box { border-radius: .9rem; box-shadow: 3px 3px 0 var(--mark); }
    .box.kept { border: 2px dashed var(--kept); color: var(--kept); }
    .box.active { border: 2px solid var(--accent); }
    .box.current { color: var(--on-accent); background: var(--accent); border: 2px solid var(--accent); }
    .box.added { outline: 3px solid var(--good); outline-offset: 2px; }
    .box.removed { outline: 3px dashed var(--bad); outline-offset: 2px; }
    .box.aside { outline: 3px dotted var(--kept); outline-offset: 2px; }
    .box.changed { outline: 3px dotted var(--blue); outline-offset: 2px; }
    .kind { padding: 0 .35rem; font-size: .8125rem; border: 1px solid currentColor; border-radius: .2rem; }
    .kind.dialog { border-radius: .8rem; }
    .word, .pattern { font-size: .8125rem; }
    .box.idle { color: var(--faint); }
    @media (max-width: 40rem) {
      body { padding: 0 .6rem 2rem; }
      header nav a { padding: .6rem .5rem; }
      .tree ul { margin-left: .4rem; }
      .tree ul > li { padding-left: .6rem; }
      .tree ul > li::before { width: .5rem; }
    }
    @media print { header nav, form, button { display: none; } }
    """
}
