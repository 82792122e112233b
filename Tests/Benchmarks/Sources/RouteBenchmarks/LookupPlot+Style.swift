extension LookupPlot {
  /// Colours for light and for dark: the product's line is the strong one, the floors are grey and dashed.
  static let style = """
    <style>
      text { font: 13px -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #24292f; }
      .title { font-size: 16px; font-weight: 600; }
      .tick { fill: #57606a; }
      .value { fill: #57606a; font-weight: 400; }
      .paper { fill: #ffffff; }
      .grid { stroke: #d8dee4; stroke-width: 1; fill: none; }
      .leader { stroke: #afb8c1; stroke-width: 1; fill: none; }
      g path { fill: none; stroke-width: 2; stroke-linejoin: round; }
      .own path { stroke: #0969da; stroke-width: 3.5; }
      .text path { stroke: #0969da; stroke-dasharray: 2 4; }
      .floor path { stroke: #6e7781; stroke-dasharray: 6 4; }
      .first path { stroke: #1a7f37; }
      .second path { stroke: #8250df; }
      .third path { stroke: #bc4c00; }
      .fourth path { stroke: #bf3989; }
      .own circle, .text circle, .label.own, .label.text { fill: #0969da; }
      .floor circle, .label.floor { fill: #6e7781; }
      .first circle, .label.first { fill: #1a7f37; }
      .second circle, .label.second { fill: #8250df; }
      .third circle, .label.third { fill: #bc4c00; }
      .fourth circle, .label.fourth { fill: #bf3989; }
      .label.own { font-weight: 600; }
      @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3; }
        .tick, .value { fill: #9198a1; }
        .paper { fill: #0d1117; }
        .grid { stroke: #2a3139; }
        .leader { stroke: #484f58; }
        .own path, .text path { stroke: #58a6ff; }
        .floor path { stroke: #9198a1; }
        .first path { stroke: #3fb950; }
        .second path { stroke: #bc8cff; }
        .third path { stroke: #f0883e; }
        .fourth path { stroke: #f778ba; }
        .own circle, .text circle, .label.own, .label.text { fill: #58a6ff; }
        .floor circle, .label.floor { fill: #9198a1; }
        .first circle, .label.first { fill: #3fb950; }
        .second circle, .label.second { fill: #bc8cff; }
        .third circle, .label.third { fill: #f0883e; }
        .fourth circle, .label.fourth { fill: #f778ba; }
      }
    </style>
    """
}
