/// The one style sheet.
enum Styles {
  static let sheet = """
    :root {
      color-scheme: light dark;
      --paper: #fbf8f2; --card: #ffffff; --ink: #24201a; --faint: #5f574b; --line: #d9d1c3;
      --accent: #7a2e1d; --on-accent: #ffffff; --kept: #9a6a10; --good: #22633a; --bad: #a11d1d;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #1b1916; --card: #26231f; --ink: #ece6da; --faint: #b3aa9b; --line: #45403a;
        --accent: #f0a58f; --on-accent: #2a120c; --kept: #e0b154; --good: #8fd0a4; --bad: #ff9c94;
      }
    }
    * { box-sizing: border-box; }
    html { scrollbar-gutter: stable; font: 1.0625rem/1.55 Charter, "Bitstream Charter", Georgia, serif; }
    body { margin: 0; background: var(--paper); color: var(--ink); }
    .behind { max-width: 46rem; min-height: 100vh; margin: 0 auto; padding: 0 1rem 2rem;
      display: flex; flex-direction: column; }
    a { color: var(--accent); text-underline-offset: .15em; }
    :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
    main:focus, .dialog:focus { outline: none; }
    .skip { position: absolute; left: -99rem; padding: .5rem 1rem; background: var(--card); }
    .skip:focus { left: .5rem; top: .5rem; z-index: 3; }
    .unseen { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden;
      clip-path: inset(50%); white-space: nowrap; }
    .top { display: flex; gap: .25rem 1rem; align-items: center;
      justify-content: space-between; padding: 1rem 0 .5rem; }
    .brand { display: flex; gap: .6rem; align-items: center; font-size: 1.25rem; font-weight: bold;
      color: var(--ink); text-decoration: none; }
    .brand, .reader form { flex: none; }
    .reader { display: flex; gap: .75rem; min-width: 0; align-items: center; min-height: 2.5rem; font-size: .9375rem; }
    h1, dd, .who { unicode-bidi: isolate; }
    .reader form { display: inline; margin: 0; }
    .who { color: var(--faint); min-width: 0; max-width: 14rem; overflow: hidden; text-overflow: ellipsis;
      white-space: nowrap; }
    .tabs ul { display: flex; list-style: none; margin: 0; padding: 0;
      border-bottom: 1px solid var(--line); }
    .tabs a { display: block; padding: .65rem 1rem; color: var(--faint); text-decoration: none;
      border-bottom: 3px solid transparent; }
    .tabs a:hover { color: var(--ink); }
    .tabs a[aria-current] { color: var(--ink); border-bottom-color: var(--accent); font-weight: bold; }
    .tabs span::after { content: attr(data-text) / ""; display: block; height: 0; overflow: hidden;
      visibility: hidden; font-weight: bold; }
    main { flex: 1; padding: .5rem 0 2rem; }
    h1 { font-size: 1.75rem; line-height: 1.2; margin: 1rem 0; overflow-wrap: anywhere; }
    h2 { font-size: 1.25rem; line-height: 1.25; margin: 1.75rem 0 .75rem; overflow-wrap: anywhere; }
    .back { display: inline-block; padding: .35rem 0; text-decoration: none; }
    .by, .cards p, dt { color: var(--faint); }
    .cards { list-style: none; margin: 0; padding: 0; display: grid; gap: .75rem; }
    .cards li { position: relative; padding: .9rem 1rem; background: var(--card);
      border: 1px solid var(--line); border-radius: .5rem; }
    .cards li:hover { border-color: var(--accent); }
    .cards a { font-weight: bold; text-decoration: none; }
    .cards a::after { content: ""; position: absolute; inset: 0; }
    .cards p { margin: .25rem 0 0; }
    .shelf { list-style: none; margin: 0; padding: 0; display: grid; gap: 1.25rem 1rem;
      grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); }
    .shelf li { position: relative; }
    .shelf a { display: block; margin-top: .4rem; font-weight: bold; line-height: 1.25; text-decoration: none; }
    .shelf a::after { content: ""; position: absolute; inset: 0; }
    .shelf p { margin: .15rem 0 0; color: var(--faint); font-size: .9375rem; line-height: 1.3; }
    .cover { display: block; width: 100%; border-radius: .25rem; font-family: inherit;
      box-shadow: 0 1px 3px rgb(0 0 0 / .35); }
    .shelf li:hover .cover { box-shadow: 0 3px 10px rgb(0 0 0 / .45); }
    .book { display: grid; grid-template-columns: 8rem 1fr; gap: 1.5rem; margin-bottom: 1.5rem; }
    .book .by { margin-top: 0; }
    form .by { margin-left: .5rem; }
    .note { padding: .6rem .9rem; background: var(--card); border-left: 3px solid var(--accent); }
    .links { list-style: none; margin: 0; padding: 0; }
    .links li { padding: .3rem 0; }
    .links span { color: var(--faint); }
    .tour { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; align-items: center; margin-top: 1rem; padding: .5rem 1rem;
      background: var(--card); border: 1px solid var(--line); border-radius: .5rem; }
    .tour p { flex: 1 1 18rem; margin: 0; }
    .tour form { margin: 0; }
    blockquote { margin: 1.25rem 0; padding-left: 1rem; border-left: 3px solid var(--accent);
      font-size: 1.125rem; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: .5rem 1.25rem; }
    dd { margin: 0; overflow-wrap: anywhere; }
    label { display: block; margin-bottom: .25rem; }
    input, select { font: inherit; width: 100%; max-width: 24rem; padding: .55rem .7rem;
      color: inherit; background: var(--card); border: 1px solid var(--faint); border-radius: .4rem; }
    button, .button { display: inline-block; font: inherit; padding: .55rem 1.1rem; cursor: pointer;
      color: var(--on-accent); background: var(--accent); border: 0; border-radius: .4rem;
      text-decoration: none; }
    button.quiet { padding: .35rem 0; color: var(--accent); background: none;
      text-decoration: underline; text-underline-offset: .15em; }
    .fault { color: var(--bad); font-weight: bold; }
    html:has(.veil) { overflow: hidden; background: color-mix(in srgb, var(--paper) 45%, black); }
    .veil { position: fixed; inset: 0; z-index: 2; display: grid; place-items: center;
      padding: 1rem; background: rgb(0 0 0 / .55); overflow-y: auto; overscroll-behavior: contain; }
    .shade { position: fixed; inset: 0; cursor: default; }
    .aside { margin: 1.75rem 0 0; font-size: .875rem; }
    .aside a { color: var(--faint); }
    .warned { color: var(--bad); font-weight: bold; }
    .dialog { position: relative; width: 100%; max-width: 38rem; padding: 1.25rem 1.5rem 1.75rem;
      background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; }
    .dialog h2 { margin-top: .75rem; padding-right: 2.5rem; }
    .dialog .tabs { margin-right: 2.75rem; }
    .dialog .close { position: absolute; top: .75rem; right: .75rem; width: 2.5rem; height: 2.5rem;
      z-index: 1; display: grid; place-items: center; font-size: 1.5rem; text-decoration: none; }
    footer { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .875rem; }
    footer a { color: var(--faint); }
    .busy { cursor: progress; }
    .busy::before { content: ""; position: fixed; top: 0; left: 0; z-index: 4; width: 100%; height: 3px;
      background: var(--accent); transform-origin: left; animation: wait 8s .2s cubic-bezier(.1, .6, .2, 1) both; }
    @keyframes wait { from { transform: scaleX(0); } to { transform: scaleX(.95); } }
    #trouble { position: fixed; inset: auto 1rem 1rem; z-index: 5; display: flex; flex-wrap: wrap; gap: .5rem 1rem;
      align-items: center; justify-content: space-between; max-width: 44rem; margin: 0 auto; padding: .75rem 1rem;
      color: var(--on-accent); background: var(--accent); border-radius: .5rem; }
    #trouble button { color: var(--ink); background: var(--paper); }
    @media (prefers-reduced-motion: no-preference) {
      main { animation: appear .2s; }
      .behind[inert] main { animation: none; }
      .dialog { animation: rise .2s; }
    }
    @keyframes appear { from { opacity: .3; } }
    @keyframes rise { from { opacity: .3; transform: translateY(1rem); } }
    @media print {
      .tabs, .tour, .reader, .aside, .close, .shade, footer, form { display: none; }
      .veil { position: static; display: block; padding: 0; background: none; }
      .dialog { max-width: none; border: 0; padding: 0; }
      .behind:has(+ .veil) { display: none; }
    }
    @media (max-width: 34rem) {
      .brand { gap: .4rem; font-size: 1.125rem; }
      .book { grid-template-columns: 5.5rem 1fr; gap: 1rem; }
      .veil { padding: 0; place-items: end stretch; }
      .dialog { max-width: none; border-radius: .75rem .75rem 0 0; max-height: 94vh; overflow-y: auto; }
      .tabs a { padding: .65rem .75rem; }
      dl { grid-template-columns: 1fr; gap: .1rem; }
      dt:not(:first-child) { margin-top: .6rem; }
    }
    """ + codes + yard

  private static let codes = """

    code { font: .8125rem/1.5 ui-monospace, "DejaVu Sans Mono", Menlo, monospace; overflow-wrap: anywhere; }
    .runs { color: var(--good); font-weight: bold; }
    .error { color: var(--bad); font-weight: bold; }
    """

  /// The mark of the room: an open book, on whose pages one track becomes two.
  static let icon = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#a8452f" \
    d="M16 7C12 4 7 4 2 5v21c5-1 10-1 14 2 4-3 9-3 14-2V5c-5-1-10-1-14 2z"/>\
    <path fill="none" stroke="#fff" stroke-width="2" stroke-linecap="round" \
    d="M16 27V19C16 14 9 15 8 10M16 19c0-5 7-4 8-9"/></svg>
    """
}
