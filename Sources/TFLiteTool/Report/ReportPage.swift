/// The page: markup, style, scripts and data in one file.
struct ReportPage {
  let content: ReportContent

  /// Nothing may be loaded from anywhere.
  private static let policy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'"

  private static let scripts = [
    ReportScript.base, ReportScript.scene, ReportScript.canvas, ReportScript.details, ReportScript.table,
    ReportScript.memory, ReportScript.model, ReportScript.main,
  ]

  var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
    <title>Model report</title>
    <style>
    \(ReportStyle.text)
    </style>
    </head>
    <body>
    \(Self.markup)
    <script type="application/json" id="data">\(content.json.embedded)</script>
    <script>
    (() => {
    'use strict';
    \(Self.scripts.joined(separator: "\n"))
    })();
    </script>
    </body>
    </html>

    """
  }

  private static let markup = #"""
    <header class="top">
      <h1 id="name"></h1>
      <nav role="tablist" aria-label="Pages">
        <button role="tab" data-tab="graph" aria-selected="true">Graph</button>
        <button role="tab" data-tab="table" aria-selected="false">Operators</button>
        <button role="tab" data-tab="memory" aria-selected="false">Memory</button>
        <button role="tab" data-tab="model" aria-selected="false">Model</button>
      </nav>
      <label class="search"><input id="search" type="search" placeholder="Search operators and tensors" autocomplete="off"
        spellcheck="false" aria-label="Search operators and tensors"><span id="hits" role="status"></span></label>
      <button id="theme" class="plain" aria-label="Light or dark" title="Light or dark (t)">&#9680;</button>
    </header>
    <div id="figures" class="figures"></div>
    <p id="note" class="note" hidden></p>
    <main>
      <section class="page graph" id="page-graph">
        <div class="tools">
          <div class="group" id="forms" role="group" aria-label="Form">
            <button data-form="file" aria-pressed="true">In the file</button>
            <button data-form="run" aria-pressed="false">As it runs</button>
          </div>
          <label>Color by <select id="heat"></select></label>
          <div class="group" id="folds" role="group" aria-label="Subgraphs">
            <button id="unfold">Unfold all</button><button id="fold">Fold all</button>
          </div>
          <div class="group" role="group" aria-label="Zoom">
            <button id="zoom-out" aria-label="Smaller" title="Smaller (-)">&minus;</button>
            <button id="zoom-fit" title="The whole graph (f)">Fit</button>
            <button id="zoom-in" aria-label="Larger" title="Larger (+)">+</button>
          </div>
        </div>
        <div class="stage">
          <canvas id="graph" tabindex="0" role="application" aria-label="Graph; arrow keys walk along its links"></canvas>
          <canvas id="map" aria-hidden="true"></canvas>
          <div id="legend" class="legend"></div>
        </div>
        <aside id="details" aria-label="Details" aria-live="polite"></aside>
      </section>
      <section class="page" id="page-table" hidden>
        <div id="table" class="table" role="table" aria-label="Operators" tabindex="0">
          <div id="table-head" class="table-head" role="row"></div>
          <div id="table-body" class="table-body" role="rowgroup"></div>
          <div id="table-foot" class="table-foot"></div>
        </div>
      </section>
      <section class="page memory" id="page-memory" hidden>
        <p id="no-memory" class="note" hidden>There is no memory plan: the model cannot run, or computes nothing.</p>
        <div id="memory-content">
          <div class="memory-head">
            <label id="segments">Plan of <select id="segment"></select></label>
            <div id="memory-facts"></div>
          </div>
          <canvas id="arena" role="img" aria-label="Memory plan: operators to the right, addresses upwards"></canvas>
          <div id="buffers"></div>
        </div>
      </section>
      <section class="page" id="page-model" hidden><div id="model" class="cards"></div></section>
    </main>
    <div id="tip" class="tip" hidden></div>
    """#
}
