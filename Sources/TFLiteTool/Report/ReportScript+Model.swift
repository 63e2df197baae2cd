extension ReportScript {
  /// The page of the model as a whole, and the line of figures at the top.
  static let model = #"""
    function figure(name, value, note) {
      return make('div', { class: 'figure', title: note }, make('span', {}, name), make('b', {}, value));
    }

    function showFigures() {
      const { totals, run } = data, entries = [];
      if (run && run.runs > 0) {
        entries.push(figure('Time', timeText(run.median_ms),
          'Median of ' + run.runs + ' runs, ' + run.threads + ' thread' + (run.threads === 1 ? '' : 's') + ', '
          + run.kernels + ' kernels; operators are timed, which costs a little'));
      }
      entries.push(figure('Least time', timeText(totals.least_ms),
        'What this processor needs at least, by its measured limits of multiply-adds and memory'));
      entries.push(figure('MACs', countText(totals.multiply_adds), 'Multiply-adds of an invocation'));
      entries.push(figure('Parameters', countText(totals.parameters), bytesText(totals.parameter_bytes)));
      entries.push(figure('Moved', bytesText(totals.moved_bytes), 'Bytes that operators read and write in an invocation'));
      if (run) entries.push(figure('Arena', bytesText(run.arena_bytes), 'Memory of all tensors that are computed'));
      entries.push(figure('File', bytesText(data.model.bytes), data.model.path));
      byId('figures').replaceChildren(...entries);
    }

    function grid(titles, rows, rights) {
      const cells = (tag, row) => make('tr', {}, row.map(
        (text, place) => make(tag, { class: rights.includes(place) ? 'right' : null }, text)));
      return make('table', { class: 'plain' }, make('thead', {}, cells('th', titles)),
        make('tbody', {}, rows.map(row => cells('td', row))));
    }

    /** Sums by kind of operator; the first summed column decides the order. */
    function kindTable() {
      const summed = data.columns.filter(column => column.summed);
      const kinds = new Map();
      for (const row of allRows) {
        const kind = kinds.get(row.operation.name) || { name: row.operation.name, count: 0, sums: summed.map(() => 0) };
        kind.count += 1;
        summed.forEach((column, place) => { kind.sums[place] += valueOf(column, row.subgraph, row.index) || 0; });
        kinds.set(kind.name, kind);
      }
      const rows = [...kinds.values()].sort((one, two) => (two.sums[0] || 0) - (one.sums[0] || 0) || two.count - one.count);
      return make('table', { class: 'plain' },
        make('thead', {}, make('tr', {}, make('th', {}, 'Operator'), make('th', { class: 'right' }, 'Count'),
          summed.map(column => make('th', { class: 'right', title: column.note }, column.title)))),
        make('tbody', {}, rows.map(kind => make('tr', {}, make('td', {},
          make('button', { class: 'link', onclick: () => { search(kind.name); showTab('table'); } }, kind.name)),
        make('td', { class: 'right' }, grouped(kind.count)),
        summed.map((column, place) => {
          const share = column.total > 0 ? kind.sums[place] / column.total * 100 : 0;
          return make('td', {
            class: 'right', style: 'background:linear-gradient(to left,var(--bar) ' + share.toFixed(1) + '%,transparent 0)',
          }, kind.sums[place] > 0 ? written(column, kind.sums[place]) : '\u2013');
        })))));
    }

    /** Numbers of operators, each a way to it. */
    function operatorLinks(subgraph, numbers) {
      if (!numbers.length) return '\u2013';
      const shown = numbers.slice(0, 24).map(
        number => make('button', { class: 'link', onclick: () => selectOperator(subgraph, number) }, '#' + number));
      return make('span', { class: 'links' }, shown, numbers.length > 24 ? ' and ' + (numbers.length - 24) + ' more' : '');
    }

    function showModelPage() {
      const parts = [];
      const { model, run, processor } = data;
      for (const note of data.notes) parts.push(make('p', { class: 'fate' }, note));
      parts.push(make('section', { class: 'card' }, make('h2', {}, 'The file'), facts([
        ['Path', model.path], ['Size', bytesText(model.bytes)], ['Format', 'version ' + model.format_version],
        ['Description', model.description || '\u2013'],
        ['Contents', grouped(model.operators) + ' operators, ' + grouped(model.tensors) + ' tensors, '
          + data.subgraphs.length + ' subgraph' + (data.subgraphs.length === 1 ? '' : 's')],
        ...model.metadata.map(entry => ['Metadata', entry.name + ', ' + bytesText(entry.bytes)]),
      ])));
      parts.push(make('section', { class: 'card' }, make('h2', {}, 'The processor'), facts([
        run && run.runs > 0 ? ['Measured', run.runs + ' runs: median ' + timeText(run.median_ms) + ', mean '
          + timeText(run.mean_ms) + ', least ' + timeText(run.min_ms)] : null,
        ['Kernels', processor.kernels + (run ? ', ' + run.threads + ' thread' + (run.threads === 1 ? '' : 's') : '')],
        ['Floats', digits(processor.float_multiply_adds_per_second / 1e9, 3) + ' GMAC/s a thread'],
        ['Bytes', digits(processor.byte_multiply_adds_per_second / 1e9, 3) + ' GMAC/s a thread'],
        ...processor.bytes_per_second.map(entry => ['Memory, ' + bytesText(entry.working_set),
          digits(entry.rate / 1e9, 3) + ' GB/s']),
      ])));
      parts.push(make('section', { class: 'card wide' }, make('h2', {}, 'Operators by kind'), kindTable()));
      if (data.passes.length) {
        parts.push(make('section', { class: 'card wide' }, make('h2', {}, 'Rewriting'),
          grid(['Pass', data.subgraphs.length > 1 ? 'Subgraph' : '', 'Removed', 'Replaced', 'Does more', 'Later'],
            data.passes.map(pass => [pass.name,
              data.subgraphs.length > 1 ? pass.subgraph + (pass.loop_body ? ', loop' : '') : '',
              operatorLinks(pass.subgraph, pass.removed), operatorLinks(pass.subgraph, pass.replaced),
              operatorLinks(pass.subgraph, pass.fused), operatorLinks(pass.subgraph, pass.moved)]), [])));
      }
      if (model.signatures.length) {
        const ports = list => list.map(port => port.name).join(', ');
        parts.push(make('section', { class: 'card wide' }, make('h2', {}, 'Signatures'),
          grid(['Key', 'Subgraph', 'Inputs', 'Outputs'], model.signatures.map(
            entry => [entry.key, entry.subgraph, ports(entry.inputs), ports(entry.outputs)]), [])));
      }
      parts.push(make('section', { class: 'card wide' }, make('h2', {}, 'What the columns say'),
        facts(data.columns.map(column => [column.title, column.note]))));
      byId('model').replaceChildren(...parts);
    }
    """#
}
