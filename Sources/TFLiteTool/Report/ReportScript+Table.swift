extension ReportScript {
  /// The table of all operators: sorted by any column, filtered by the search, only visible rows made.
  static let table = #"""
    const rowHeight = 30;
    const tableState = { sort: 'place', isDown: false, rows: [] };

    const allRows = data.subgraphs.flatMap((graph, subgraph) => graph.operators.map((operation, index) => {
      const output = graph.tensors[operation.outputs.find(tensor => tensor >= 0)];
      return {
        subgraph, index, operation, order: 0,
        place: (data.subgraphs.length > 1 ? subgraph + ':' : '') + index,
        output: output ? shapeText(output.run_shape || output.shape) : '',
        tensor: output ? output.name : '', fate: operation.fate || '',
      };
    }));
    allRows.forEach((row, order) => { row.order = order; });

    const fixedColumns = [
      { key: 'place', title: '#', width: 68, isRight: true, note: 'The position in the file' },
      { key: 'name', title: 'Operator', width: 210, note: 'The name' },
      { key: 'output', title: 'Output', width: 150, note: 'The shape of the first output' },
    ];
    const lastColumns = [
      ...(allRows.some(row => row.fate)
        ? [{ key: 'fate', title: 'As it runs', width: 270, note: 'What rewriting has made of the operator' }] : []),
      { key: 'tensor', title: 'Tensor', width: 320, note: 'The name of the first output' },
    ];
    const tableColumns = [
      ...fixedColumns,
      ...data.columns.map(column => ({
        key: column.key, title: column.title, width: column.unit === 'text' ? 180 : 118, isRight: column.unit !== 'text',
        note: column.note, column,
      })),
      ...lastColumns,
    ];

    function cellValue(row, column) {
      if (column.column) return valueOf(column.column, row.subgraph, row.index);
      if (column.key === 'place') return row.order;
      return column.key === 'name' ? row.operation.name : row[column.key];
    }

    function matches(query, ...texts) {
      const words = query.toLowerCase().split(/\s+/).filter(word => word);
      const text = texts.join(' ').toLowerCase();
      return words.every(word => text.includes(word));
    }

    const rowMatches = row => !state.query || matches(
      state.query, row.operation.name, row.tensor, row.fate, '#' + row.index, row.output);

    function sortRows() {
      const column = tableColumns.find(entry => entry.key === tableState.sort) || tableColumns[0];
      const sign = tableState.isDown ? -1 : 1;
      tableState.rows = allRows.filter(rowMatches).sort((one, two) => {
        const a = cellValue(one, column), b = cellValue(two, column);
        if (a === b) return one.order - two.order;
        // Rows without a value come last whichever way.
        if (a === null || a === '') return 1;
        if (b === null || b === '') return -1;
        return (a < b ? -1 : 1) * sign;
      });
    }

    function sortBy(key) {
      const column = tableColumns.find(entry => entry.key === key);
      if (tableState.sort === key) tableState.isDown = !tableState.isDown;
      else { tableState.sort = key; tableState.isDown = Boolean(column.column) && column.column.unit !== 'text'; }
      showTable();
    }

    function showTable() {
      sortRows();
      const template = tableColumns.map(column => column.width + 'px').join(' ');
      const width = tableColumns.reduce((sum, column) => sum + column.width, 0);
      const head = byId('table-head'), foot = byId('table-foot');
      head.style.gridTemplateColumns = foot.style.gridTemplateColumns = template;
      head.style.width = foot.style.width = byId('table-body').style.width = width + 'px';
      head.replaceChildren(...tableColumns.map(column => {
        const isSorted = column.key === tableState.sort;
        return make('button', {
          class: 'cell head' + (column.isRight ? ' right' : '') + (isSorted ? ' sorted' : ''), title: column.note,
          role: 'columnheader', 'data-key': column.key, onclick: () => sortBy(column.key),
          'aria-sort': isSorted ? (tableState.isDown ? 'descending' : 'ascending') : 'none',
        }, column.title, isSorted ? (tableState.isDown ? ' \u25be' : ' \u25b4') : '');
      }));
      foot.replaceChildren(...tableColumns.map(column => {
        let text = '';
        if (column.key === 'name') text = grouped(tableState.rows.length) + ' operators';
        if (column.column && column.column.summed) {
          text = written(column.column, tableState.rows.reduce((sum, row) => sum + (cellValue(row, column) || 0), 0));
        }
        return make('div', { class: 'cell' + (column.isRight ? ' right' : '') }, text);
      }));
      byId('table-body').style.height = tableState.rows.length * rowHeight + 'px';
      byId('table-body').dataset.template = template;
      showRows();
    }

    function showRows() {
      const scroller = byId('table'), body = byId('table-body');
      const first = Math.max(0, Math.floor(scroller.scrollTop / rowHeight) - 8);
      const last = Math.min(tableState.rows.length, Math.ceil((scroller.scrollTop + scroller.clientHeight) / rowHeight) + 8);
      const rows = [];
      for (let place = first; place < last; place += 1) {
        const row = tableState.rows[place];
        const key = keyOf(row.subgraph, row.index);
        const element = make('div', {
          class: 'row' + (key && key === state.selected ? ' chosen' : '') + (row.fate.startsWith('does not') ? ' idle' : ''),
          role: 'row', style: 'top:' + place * rowHeight + 'px;grid-template-columns:' + body.dataset.template,
          'data-place': row.place, onclick: () => selectOperator(row.subgraph, row.index),
        });
        for (const column of tableColumns) element.append(cell(row, column));
        rows.push(element);
      }
      body.replaceChildren(...rows);
    }

    function cell(row, column) {
      const value = cellValue(row, column);
      const attributes = { class: 'cell' + (column.isRight ? ' right' : ''), role: 'cell' };
      if (column.key === 'place') return make('div', attributes, row.place);
      if (column.key === 'name') {
        return make('div', attributes, make('i', { class: 'dot', style: 'background:var(--f-' + row.operation.family + ')' }),
          row.operation.name);
      }
      if (!column.column) return make('div', { ...attributes, title: value }, value);
      if (value !== null && column.column.heat !== 'none' && column.column.most > 0 && column.column.heat !== 'inverted') {
        const share = Math.max(0, Math.min(1, value / column.column.most)) * 100;
        attributes.style = 'background:linear-gradient(to left,var(--bar) ' + share.toFixed(1) + '%,transparent 0)';
      }
      return make('div', attributes, written(column.column, value));
    }

    byId('table').addEventListener('scroll', showRows);
    """#
}
