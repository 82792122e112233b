extension Styles {
  static let yard = """

    svg.yard { display: block; width: 100%; height: auto; margin: 1.25rem 0; background: var(--card);
      border: 1px solid var(--line); border-radius: .5rem; font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, monospace; }
    .yard .rails { fill: none; stroke: var(--faint); stroke-width: 4; }
    .yard .labels { fill: var(--faint); text-anchor: end; }
    .yard .points { fill: var(--card); stroke: var(--ink); stroke-width: 3; }
    .yard .signal path { stroke: var(--ink); stroke-width: 3; }
    .yard .clear circle { fill: var(--good); }
    .yard .danger circle { fill: var(--bad); }
    .yard .wagon rect { fill: var(--accent); }
    .yard .wagon circle { fill: var(--ink); }
    .yard .wagon text { fill: var(--on-accent); text-anchor: middle; font-size: 12px; }
    .yard .wagon { offset-rotate: 0deg; offset-distance: 100%; offset-path: path("M-60 92H50"); }
    .yard.gate .wagon { offset-path: path("M-60 92H60"); }
    .yard.points .wagon { offset-path: path("M-60 92H240"); }
    .yard.nowhere .wagon { offset-path: path("M-60 92H40"); opacity: .45; }
    .yard.main .wagon { offset-path: path("M-60 92H250C290 92 290 32 330 32H540"); }
    .yard.bay .wagon { offset-path: path("M-60 92H540"); }
    .yard.closed .wagon { offset-path: path("M-60 92H250C290 92 290 152 325 152"); }
    .yard.circle .wagon { offset-path: path("M-60 92H110c60 0 60-60 0-60s-60 60 0 60c60 0 60-60 0-60s-60 60 0 60"); }
    @media (prefers-reduced-motion: no-preference) {
      .yard .wagon { animation: roll 1.6s cubic-bezier(.3, .1, .3, 1); }
    }
    @keyframes roll { from { offset-distance: 0%; } }
    form.yard fieldset { border: 1px solid var(--line); border-radius: .4rem; margin: 0 0 1rem; padding: .5rem 1rem .75rem; }
    form.yard label { display: inline-block; margin: 0 1.25rem 0 0; min-height: 1.75rem; }
    form.yard input[type=radio] { width: auto; accent-color: var(--accent); }
    @media (max-width: 34rem) {
      .yard .labels text { font-size: 22px; }
      .yard .wagon text { font-size: 14px; }
    }
    .buttons { display: flex; flex-wrap: wrap; gap: .6rem; }
    button.plain { color: var(--ink); background: var(--card); border: 1px solid var(--faint); }
    pre { padding: .75rem 1rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--card);
      border: 1px solid var(--line); border-radius: .4rem; font: .8125rem/1.5 ui-monospace, "DejaVu Sans Mono", Menlo, monospace; }
    .steps li { margin: .25rem 0; }
    """
}
