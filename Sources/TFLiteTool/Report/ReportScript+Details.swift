extension ReportScript {
  /// The panel beside the graph: the selected node, or the model.
  static let details = #"""
    const section = (title, ...content) => make('section', { class: 'block' }, make('h3', {}, title), ...content);

    const facts = rows => make('dl', { class: 'facts' }, rows.filter(row => row && row[1] !== null).map(
      ([name, value]) => [make('dt', {}, name), make('dd', {}, value)]));

    function quantizationText(quantization) {
      if (!quantization) return null;
      if (!quantization.count) return quantization.text;
      return quantization.text + ', ' + digits(quantization.least, 4) + ' to ' + digits(quantization.most, 4);
    }

    /** A histogram of a constant as bars. */
    function histogram(entry) {
      const most = Math.max(...entry.bins);
      const bars = make('div', { class: 'bars', role: 'img', 'aria-label': 'Histogram of the values' });
      for (const count of entry.bins) {
        const share = most > 0 ? Math.sqrt(count / most) : 0;
        bars.append(make('span', { style: 'height:' + (count > 0 ? Math.max(4, share * 100) : 0).toFixed(1) + '%' }));
      }
      return make('div', { class: 'histogram' }, bars, make('div', { class: 'ends' },
        make('span', {}, digits(entry.min, 4)), make('span', {}, 'heights by the root of counts'),
        make('span', {}, digits(entry.max, 4))));
    }

    /** Weights as a picture. */
    function weightPicture(picture) {
      const bytes = Uint8Array.from(atob(picture.data), letter => letter.charCodeAt(0));
      const gap = picture.columns * picture.rows > 1 ? 1 : 0;
      const width = picture.columns * (picture.tile_width + gap) - gap;
      const height = picture.rows * (picture.tile_height + gap) - gap;
      const target = make('canvas', { class: 'weights', width, height, role: 'img', 'aria-label': 'Picture of the weights' });
      const zoom = Math.max(1, Math.min(8, Math.floor(308 / width)));
      target.style.width = width * zoom + 'px';
      const context = target.getContext('2d');
      const image = context.createImageData(width, height);
      const isColor = picture.form === 'colors', step = isColor ? 3 : 1;
      const area = picture.tile_width * picture.tile_height;
      const low = [43, 108, 196], zero = theme.name === 'dark' ? [38, 42, 50] : [247, 247, 245], high = [203, 72, 48];
      for (let tile = 0; tile * area * step < bytes.length; tile += 1) {
        const left = tile % picture.columns * (picture.tile_width + gap);
        const top = Math.floor(tile / picture.columns) * (picture.tile_height + gap);
        for (let pixel = 0; pixel < area; pixel += 1) {
          const x = left + pixel % picture.tile_width, y = top + Math.floor(pixel / picture.tile_width);
          const place = (tile * area + pixel) * step, at = (y * width + x) * 4;
          if (isColor) for (let c = 0; c < 3; c += 1) image.data[at + c] = bytes[place + c];
          else {
            const value = Math.max(-1, Math.min(1, (bytes[place] - 128) / 127)), end = value < 0 ? low : high;
            const share = Math.pow(Math.abs(value), 0.7);
            for (let c = 0; c < 3; c += 1) image.data[at + c] = zero[c] + (end[c] - zero[c]) * share;
          }
          image.data[at + 3] = 255;
        }
      }
      context.putImageData(image, 0, 0);
      return make('figure', {}, target, make('figcaption', {}, picture.caption));
    }

    function constantBlock(entry) {
      if (!entry) return null;
      const parts = [];
      if (entry.picture) parts.push(weightPicture(entry.picture));
      if (entry.bins) parts.push(histogram(entry));
      if (entry.values) {
        parts.push(make('p', { class: 'values' }, entry.values.map(value => value === null ? '\u2013' : digits(value, 5))
          .join(', ')));
      }
      if (entry.bins) {
        const share = entry.zeros / entry.sampled * 100;
        parts.push(make('p', { class: 'fine' }, 'mean ' + digits(entry.mean, 4) + ', deviation ' + digits(entry.std, 4)
          + (entry.zeros ? ', ' + share.toFixed(share < 1 ? 2 : 0) + '\u2009% zeros' : '')
          + (entry.sampled < entry.count ? '; of ' + grouped(entry.sampled) + ' of ' + grouped(entry.count) + ' values'
            : '; ' + grouped(entry.count) + ' values')));
      }
      return make('div', { class: 'constant' }, parts);
    }

    /** One tensor of an operator: what it is, and where it comes from or goes to. */
    function tensorBlock(node, index, links) {
      const tensor = tensorOf(node.view, index);
      if (!tensor) return null;
      const shape = tensor.run_shape || tensor.shape;
      const others = links.filter(link => link.tensor === index).map(link => {
        const other = link.from === node ? link.to : link.from;
        const name = other.kind === 1 ? '#' + other.stated + ' ' + other.title : other.kind === 0 ? 'input' : 'output';
        return make('button', { class: 'link', onclick: () => select(other.key, true) }, name);
      });
      return make('div', { class: 'tensor' },
        make('div', { class: 'name', title: tensor.name }, tensor.name || '(no name)'),
        make('div', { class: 'fine' }, tensor.type.toLowerCase() + '  ' + shapeText(shape),
          tensor.run_shape ? ' (stated ' + shapeText(tensor.shape) + ')' : '',
          tensor.constant !== undefined ? ', constant of ' + bytesText(tensor.constant) : '',
          tensor.variable ? ', variable' : ''),
        tensor.quantization ? make('div', { class: 'fine' }, quantizationText(tensor.quantization)) : null,
        others.length ? make('div', { class: 'links' }, others) : null,
        constantBlock(constants.get(node.view.subgraph + ':' + index)));
    }

    function valuesBlock(node) {
      const rows = data.columns.map(column => {
        const value = valueOf(column, node.view.subgraph, node.stated);
        if (value === null || (value === 0 && column.summed)) return null;
        const share = column.summed && column.total > 0 ? value / column.total : null;
        return make('div', { class: 'value', title: column.note }, make('span', {}, column.title),
          make('span', { class: 'meter' }, share === null ? null
            : make('i', { style: 'width:' + (share * 100).toFixed(1) + '%' })),
          make('b', {}, written(column, value)),
          make('span', { class: 'share' }, share === null ? '' : share < 0.0005 ? '<\u20090.1\u2009%'
            : (share * 100).toFixed(share < 0.1 ? 1 : 0) + '\u2009%'));
      }).filter(row => row);
      return rows.length ? section('Costs', ...rows) : null;
    }

    function showOperator(node) {
      const operation = node.operation, stated = operatorAt(node.view.subgraph, node.stated);
      const where = (data.subgraphs.length > 1 ? 'subgraph ' + node.view.subgraph + ', ' : '') + 'operator ' + node.stated;
      const isSame = stated && stated.name === operation.name;
      const fate = node.view.form === 'file' ? stated.fate : null;
      const fusions = operation.fusions || [];
      return [
        make('header', {},
          make('span', { class: 'chip', style: 'background:var(--f-' + operation.family + ')' },
            familyNames[operation.family]),
          make('h2', {}, operation.name),
          make('p', { class: 'fine' }, where + (isSame ? ', version ' + stated.version : '')
            + (stated && stated.custom ? ', custom' : ''))),
        fate ? make('p', { class: 'fate' }, 'As it runs: ' + fate + '.') : null,
        operation.idle ? make('p', { class: 'fate' }, 'An invocation does not run it: ' + operation.idle + '.') : null,
        fusions.length ? section('Does besides', ...fusions.map(text => make('p', { class: 'fine' }, text))) : null,
        node.calls.length ? section('Runs', ...node.calls.map(call => make('p', { class: 'fine' },
          call.role + ': subgraph ' + call.subgraph + (data.subgraphs[call.subgraph].name
            ? ' \u201c' + data.subgraphs[call.subgraph].name + '\u201d' : '') + ', '
          + data.subgraphs[call.subgraph].operators.length + ' operators')),
          make('button', { class: 'plain', onclick: () => toggleFold(node) }, node.isExpanded ? 'Fold' : 'Unfold')) : null,
        valuesBlock(node),
        isSame && stated.options.length ? section('Options', facts(stated.options)) : null,
        section('Inputs', ...operation.inputs.map(
          index => index < 0 ? make('p', { class: 'fine' }, 'left out') : tensorBlock(node, index, node.incoming))),
        section('Outputs', ...operation.outputs.filter(index => index >= 0).map(
          index => tensorBlock(node, index, node.outgoing))),
      ];
    }

    function showPort(node) {
      return [
        make('header', {}, make('span', { class: 'chip' }, node.kind === 0 ? 'Input' : 'Output'),
          make('h2', {}, node.title), make('p', { class: 'fine' }, 'number ' + node.place
            + (data.subgraphs.length > 1 ? ' of subgraph ' + node.view.subgraph : ''))),
        section('Tensor', tensorBlock(node, node.tensor, node.kind === 0 ? node.outgoing : node.incoming)),
      ];
    }

    function showModel() {
      const view = viewOf(0, state.form);
      const ports = (kind, title) => {
        const nodes = state.scene.nodes.filter(node => node.kind === kind && node.depth === 0 && node.view === view);
        return nodes.length ? section(title, ...nodes.map(node => make('div', { class: 'tensor' },
          make('button', { class: 'link name', onclick: () => select(node.key, true) }, node.title),
          make('div', { class: 'fine' }, node.subtitle)))) : null;
      };
      return [
        make('header', {}, make('h2', {}, data.model.name), make('p', { class: 'fine' }, data.model.description)),
        ...data.notes.map(note => make('p', { class: 'fate' }, note)),
        make('p', { class: 'fine' }, 'Choose an operator to see its options, tensors and constants.'),
        ports(0, 'Inputs'), ports(2, 'Outputs'),
        section('Keys', facts([
          ['/', 'search'], ['Enter', 'next hit'], ['\u2191 \u2193 \u2190 \u2192', 'walk along links and layers'],
          ['Space', 'fold or unfold'], ['+ \u2212 0 f', 'zoom, beginning, whole graph'], ['1 2 3 4', 'pages'],
          ['t', 'light or dark'], ['Esc', 'let go'],
        ])),
      ];
    }

    function showDetails() {
      const node = state.selected && state.scene.byKey.get(state.selected);
      const content = !node ? showModel() : node.kind === 1 ? showOperator(node) : showPort(node);
      byId('details').replaceChildren(...content.filter(part => part));
      byId('details').scrollTop = 0;
    }
    """#
}
