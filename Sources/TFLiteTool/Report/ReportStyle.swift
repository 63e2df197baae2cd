/// The page's style: two palettes, the frame of the page, and its parts.
enum ReportStyle {
  static let text = [palettes, frame, graph, tables].joined(separator: "\n")

  private static let palettes = #"""
    :root {
      color-scheme: light;
      --bg: #f6f7f9; --panel: #ffffff; --line: #dde2e9; --text: #1c2430; --muted: #647083; --accent: #2f6fdb;
      --soft: #eef1f5; --edge: #b3bdca; --input: #2f6fdb; --output: #c2571a; --select: #2f6fdb; --hit: #c2571a;
      --bar: #dfe9fa; --warn: #fff4e0; --warn-line: #efcf96; --shadow: 0 1px 2px #1c243014, 0 4px 16px #1c24300d;
      --f-product: #d6e4fb; --f-pooling: #dcefdd; --f-elementwise: #f9ebcd; --f-activation: #f9dcd6;
      --f-shape: #e8e6ee; --f-quantization: #d8eef0; --f-normalization: #e8dcf5; --f-control: #f7dbe8; --f-other: #e9edf0;
    }
    :root[data-theme=dark] {
      color-scheme: dark;
      --bg: #13161b; --panel: #1b1f26; --line: #323945; --text: #e6eaf0; --muted: #9aa4b3; --accent: #7aabff;
      --soft: #242a33; --edge: #4b5666; --input: #7aabff; --output: #f0a060; --select: #7aabff; --hit: #f0a060;
      --bar: #263a5c; --warn: #33291a; --warn-line: #6b5430; --shadow: 0 1px 2px #0006, 0 4px 16px #0004;
      --f-product: #28416b; --f-pooling: #28492f; --f-elementwise: #54431f; --f-activation: #5c3430;
      --f-shape: #37353f; --f-quantization: #234a4e; --f-normalization: #453459; --f-control: #5a2f44; --f-other: #323840;
    }
    """#

  private static let frame = #"""
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    html, body { height: 100%; margin: 0; }
    body {
      display: flex; flex-direction: column; background: var(--bg); color: var(--text);
      font: 13px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
    }
    h1, h2, h3, p, dl, dd, figure { margin: 0; }
    button, select, input { font: inherit; color: inherit; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
    .top {
      display: flex; align-items: center; gap: 20px; padding: 0 18px; min-height: 52px;
      background: var(--panel); border-bottom: 1px solid var(--line);
    }
    .top h1 { font-size: 15px; font-weight: 650; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; max-width: 32vw; }
    nav { display: flex; align-self: stretch; }
    nav button {
      border: 0; border-bottom: 2px solid transparent; background: none; padding: 2px 12px 0; color: var(--muted);
      cursor: pointer;
    }
    nav button:focus-visible { outline-offset: -3px; }
    nav button:hover { color: var(--text); }
    nav button[aria-selected=true] { color: var(--text); border-color: var(--accent); font-weight: 600; }
    .search { flex: 1; display: flex; align-items: center; justify-content: flex-end; gap: 10px; min-width: 120px; }
    .search input {
      order: 2; width: 280px; min-width: 90px; padding: 6px 10px; border: 1px solid var(--line); border-radius: 7px;
      background: var(--bg);
    }
    #hits { color: var(--muted); white-space: nowrap; }
    button.plain, .group button, select {
      border: 1px solid var(--line); border-radius: 7px; background: var(--panel); padding: 4px 10px; cursor: pointer;
    }
    button.plain:hover, .group button:hover { background: var(--soft); }
    .figures {
      display: flex; flex-wrap: wrap; gap: 4px 30px; padding: 10px 18px; background: var(--panel);
      border-bottom: 1px solid var(--line);
    }
    .figure span { display: block; color: var(--muted); font-size: 11px; }
    .figure b { font-size: 15px; font-weight: 620; font-variant-numeric: tabular-nums; }
    .note { padding: 8px 18px; background: var(--warn); border-bottom: 1px solid var(--warn-line); }
    main { flex: 1; min-height: 0; position: relative; }
    .page { position: absolute; inset: 0; overflow: auto; }
    .fine { color: var(--muted); font-size: 12px; overflow-wrap: anywhere; }
    .dot { display: inline-block; width: 10px; height: 10px; border-radius: 3px; margin-right: 7px; vertical-align: -1px; }
    .link {
      border: 0; background: none; padding: 0; color: var(--accent); cursor: pointer; text-align: left;
      overflow-wrap: anywhere;
    }
    .link:hover { text-decoration: underline; }
    .links { display: flex; flex-wrap: wrap; gap: 2px 10px; }
    .right { text-align: right; }
    .tip {
      position: fixed; z-index: 5; max-width: 420px; padding: 8px 11px; border: 1px solid var(--line); border-radius: 8px;
      background: var(--panel); box-shadow: var(--shadow); pointer-events: none; overflow-wrap: anywhere;
    }
    """#

  private static let graph = #"""
    .page.graph {
      display: grid; grid-template: auto 1fr / minmax(0, 1fr) 372px; grid-template-areas: "tools details" "stage details";
      overflow: hidden;
    }
    .tools {
      grid-area: tools; display: flex; flex-wrap: wrap; gap: 8px 16px; align-items: center; padding: 9px 18px;
      border-bottom: 1px solid var(--line); color: var(--muted);
    }
    .tools label { display: flex; align-items: center; gap: 8px; }
    .tools button, .tools select { color: var(--text); }
    .group { display: flex; }
    .group button { border-radius: 0; margin-left: -1px; }
    .group button:first-child { border-radius: 7px 0 0 7px; margin-left: 0; }
    .group button:last-child { border-radius: 0 7px 7px 0; }
    .group button[aria-pressed=true] { background: var(--bar); font-weight: 600; }
    .stage { grid-area: stage; position: relative; min-height: 0; }
    #graph { position: absolute; inset: 0; width: 100%; height: 100%; touch-action: none; outline-offset: -2px; cursor: grab; }
    #map {
      position: absolute; right: 12px; top: 12px; width: 92px; height: 92px;
      border: 1px solid var(--line); border-radius: 8px; background: var(--panel); opacity: .94; cursor: crosshair;
    }
    .legend {
      position: absolute; left: 14px; bottom: 12px; right: 120px; display: flex; flex-wrap: wrap; gap: 4px 14px;
      width: fit-content; max-width: calc(100% - 134px); padding: 6px 12px; font-size: 12px; align-items: center;
      border: 1px solid var(--line); border-radius: 8px; background: var(--panel); pointer-events: none;
    }
    .legend .dashed { border: 1px dashed var(--muted); border-radius: 5px; padding: 0 7px; color: var(--muted); }
    .stage.whole #map { display: none; }
    .legend i:not(.dot) { width: 140px; height: 10px; border-radius: 5px; }
    #details {
      grid-area: details; overflow: auto; padding: 18px; background: var(--panel); border-left: 1px solid var(--line);
    }
    #details header { margin-bottom: 12px; }
    #details h2 { font-size: 16px; font-weight: 650; overflow-wrap: anywhere; margin: 4px 0 2px; }
    .chip { display: inline-block; padding: 1px 9px; border-radius: 10px; font-size: 11px; background: var(--soft); }
    .fate {
      margin: 0 0 12px; padding: 7px 11px; border: 1px solid var(--warn-line); border-radius: 7px; background: var(--warn);
      overflow-wrap: anywhere;
    }
    .block { margin: 18px 0; }
    .block h3 {
      margin: 0 0 7px; font-size: 11px; font-weight: 600; letter-spacing: .04em; text-transform: uppercase;
      color: var(--muted);
    }
    .block > button.plain { margin-top: 6px; }
    dl.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 3px 16px; }
    dl.facts dt { color: var(--muted); overflow-wrap: anywhere; max-width: 210px; }
    dl.facts dd { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
    .tensor { padding: 8px 0; border-top: 1px solid var(--line); }
    .tensor:first-of-type { border-top: 0; padding-top: 0; }
    .tensor .name { font-weight: 550; overflow-wrap: anywhere; }
    .value { display: grid; grid-template-columns: 84px 1fr auto 46px; gap: 9px; align-items: center; padding: 1.5px 0; }
    .value span:first-child, .share { color: var(--muted); }
    .value b { font-weight: 600; font-variant-numeric: tabular-nums; white-space: nowrap; }
    .share { font-size: 12px; text-align: right; font-variant-numeric: tabular-nums; }
    .meter { height: 6px; border-radius: 3px; background: var(--soft); overflow: hidden; }
    .meter i { display: block; height: 100%; border-radius: 3px; background: var(--accent); }
    .constant { margin-top: 8px; }
    .constant .values { font-size: 12px; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
    .bars { display: flex; align-items: flex-end; gap: 1px; height: 54px; border-bottom: 1px solid var(--line); }
    .bars span { flex: 1; background: var(--accent); opacity: .75; border-radius: 1px 1px 0 0; }
    .ends { display: flex; justify-content: space-between; gap: 8px; font-size: 11px; color: var(--muted); margin: 2px 0 4px; }
    .weights { display: block; max-width: 100%; image-rendering: pixelated; border-radius: 4px; border: 1px solid var(--line); }
    figcaption { margin: 3px 0 8px; font-size: 11px; color: var(--muted); }
    @media (max-width: 860px) {
      .page.graph {
        grid-template: auto minmax(0, 1fr) minmax(0, 42%) / minmax(0, 1fr); grid-template-areas: "tools" "stage" "details";
      }
      .legend { display: none; }
      #details { border-left: 0; border-top: 1px solid var(--line); }
      .top { flex-wrap: wrap; gap: 0 12px; padding: 6px 12px; }
      .top h1 { max-width: 100%; }
      nav { min-height: 34px; }
      .search input { width: 150px; }
      .cards { grid-template-columns: minmax(0, 1fr); }
    }
    """#

  private static let tables = #"""
    .table { position: absolute; inset: 0; overflow: auto; outline-offset: -2px; background: var(--panel); }
    .table-head, .table-foot { display: grid; position: sticky; z-index: 2; background: var(--panel); min-width: 100%; }
    .table-head { top: 0; border-bottom: 1px solid var(--line); }
    .table-foot { bottom: 0; border-top: 1px solid var(--line); font-weight: 600; }
    .table-body { position: relative; min-width: 100%; min-height: calc(100% - 66px); }
    .row { position: absolute; left: 0; min-width: 100%; display: grid; height: 30px; cursor: pointer; }
    .row:hover { background: var(--soft); }
    .row.chosen { background: var(--bar); }
    .row.idle { color: var(--muted); }
    .cell {
      padding: 0 10px; line-height: 30px; height: 30px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis;
      font-variant-numeric: tabular-nums; border-bottom: 1px solid var(--soft);
    }
    .cell:first-child { padding-left: 18px; }
    .cell.head {
      border: 0; background: none; color: var(--muted); cursor: pointer; text-align: left; font-size: 12px; height: 34px;
      line-height: 34px;
    }
    .cell.head.right { text-align: right; }
    .cell.head:hover, .cell.head.sorted { color: var(--text); }
    .cell.head.sorted { font-weight: 600; }
    .memory { padding: 16px 18px; }
    .memory .note { border: 1px solid var(--warn-line); border-radius: 7px; }
    .memory-head { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 32px; margin-bottom: 12px; }
    .memory-head dl.facts { grid-template-columns: repeat(8, max-content); gap: 2px 10px; }
    .memory-head dl.facts dd { margin-right: 18px; font-weight: 600; }
    #arena {
      display: block; width: 100%; height: max(320px, 56vh); background: var(--panel); border: 1px solid var(--line);
      border-radius: 10px; margin-bottom: 16px;
    }
    table.plain { border-collapse: collapse; width: 100%; }
    table.plain th { text-align: left; font-weight: 600; font-size: 12px; color: var(--muted); }
    table.plain th, table.plain td { padding: 5px 12px; border-bottom: 1px solid var(--line); vertical-align: top; }
    table.plain th.right, table.plain td.right { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums; }
    table.plain tbody tr:last-child td { border-bottom: 0; }
    #buffers { border: 1px solid var(--line); border-radius: 10px; background: var(--panel); overflow: hidden; }
    #buffers tbody tr { cursor: pointer; }
    #buffers tbody tr:hover { background: var(--soft); }
    .clip { max-width: 0; width: 60%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .cards {
      display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: 16px; padding: 18px; max-width: 1280px;
      margin: 0 auto;
    }
    .cards > .fate { grid-column: 1 / -1; margin: 0; }
    .card { padding: 16px 18px; border: 1px solid var(--line); border-radius: 10px; background: var(--panel); overflow-x: auto; }
    .card.wide { grid-column: 1 / -1; }
    .card h2 { font-size: 14px; font-weight: 650; margin-bottom: 10px; }
    """#
}
