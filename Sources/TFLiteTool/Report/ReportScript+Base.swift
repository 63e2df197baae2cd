/// The page's scripts, one string for each concern; `ReportPage` joins them in one function.
enum ReportScript {
  /// The data, numbers in words, elements of the document, colors.
  static let base = #"""
    const data = JSON.parse(document.getElementById('data').textContent);

    const byId = id => document.getElementById(id);

    /** A new element: attributes, `on...` handlers, then text and children. Text never becomes markup. */
    function make(tag, attributes, ...children) {
      const element = document.createElement(tag);
      for (const [name, value] of Object.entries(attributes || {})) {
        if (value === null || value === undefined || value === false) continue;
        if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
        else if (name === 'style') element.style.cssText = value;
        else element.setAttribute(name, value === true ? '' : value);
      }
      for (const child of children.flat(Infinity)) {
        if (child === null || child === undefined || child === false) continue;
        element.append(child.nodeType ? child : document.createTextNode(String(child)));
      }
      return element;
    }

    // Numbers in words.

    const grouped = value => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, '\u2009');

    function digits(value, count) {
      if (value === 0) return '0';
      const text = Number(value).toPrecision(count);
      return text.includes('e') ? String(Number(text)) : text;
    }

    function countText(value) {
      for (const [unit, sign] of [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e4, 'k']]) {
        if (value >= unit) return digits(value / (sign === 'k' ? 1e3 : unit), 3) + ' ' + sign;
      }
      return grouped(value);
    }

    function bytesText(value) {
      if (value < 1024) return value + ' B';
      if (value < 1024 * 1024) return digits(value / 1024, 3) + ' KiB';
      if (value < 1024 * 1024 * 1024) return digits(value / 1048576, 3) + ' MiB';
      return digits(value / 1073741824, 3) + ' GiB';
    }

    function timeText(value) {
      if (value === 0) return '0';
      if (value < 1e-3) return digits(value * 1e6, 3) + ' ns';
      if (value < 1) return digits(value * 1e3, 3) + ' \u00b5s';
      if (value < 1e3) return digits(value, 3) + ' ms';
      return digits(value / 1e3, 3) + ' s';
    }

    const writers = {
      count: countText, bytes: bytesText, milliseconds: timeText,
      percent: value => (value < 10 ? value.toFixed(1) : value.toFixed(0)) + '\u2009%',
      decibels: value => value.toFixed(1) + ' dB', number: value => digits(value, 4), text: value => String(value),
    };

    /** The value of a column in words; a dash where there is none. */
    const written = (column, value) => value === null || value === undefined ? '\u2013' : writers[column.unit](value);

    const shapeText = shape => !shape ? 'any shape' : shape.length === 0 ? 'scalar' : shape.join(' \u00d7 ');

    // The model.

    const operatorAt = (subgraph, index) => data.subgraphs[subgraph].operators[index];
    const valueOf = (column, subgraph, index) => (column.values[subgraph] || [])[index] ?? null;

    for (const column of data.columns) {
      const numbers = column.unit === 'text' ? [] : column.values.flat().filter(value => value !== null);
      column.most = numbers.reduce((most, value) => Math.max(most, value), 0);
      column.least = numbers.reduce((least, value) => value > 0 ? Math.min(least, value) : least, Infinity);
      column.total = numbers.reduce((sum, value) => sum + value, 0);
    }
    const columnOf = key => data.columns.find(column => column.key === key) || null;

    /** Constants with their histograms, by subgraph and tensor. */
    const constants = new Map(data.constants.map(entry => [entry.subgraph + ':' + entry.tensor, entry]));

    /** A tensor of a view; those beyond the file's are the view's own. */
    function tensorOf(view, index) {
      const stated = data.subgraphs[view.subgraph].tensors;
      return index < stated.length ? stated[index] : view.tensors[index - stated.length];
    }

    /** Views in which operators run, by subgraph, with the file's where a subgraph does not run. */
    function viewOf(subgraph, form) {
      const views = data.views.filter(view => view.subgraph === subgraph);
      const wanted = form === 'file' ? ['file'] : ['loop', 'run', 'file'];
      for (const name of wanted) {
        const view = views.find(view => view.form === name);
        if (view) return view;
      }
      return null;
    }

    // Colors.

    const theme = { name: 'light', colors: {} };
    const familyNames = {
      product: 'Products', pooling: 'Reductions', elementwise: 'Elementwise', activation: 'Activations',
      shape: 'Shapes and copies', quantization: 'Conversions', normalization: 'Normalization',
      control: 'Control and state', other: 'Others',
    };

    function readColors() {
      const style = getComputedStyle(document.documentElement);
      const names = ['bg', 'panel', 'line', 'text', 'muted', 'accent', 'edge', 'input', 'output', 'select', 'hit'];
      theme.colors = {};
      for (const name of names) theme.colors[name] = style.getPropertyValue('--' + name).trim();
      for (const name of Object.keys(familyNames)) {
        theme.colors['f-' + name] = style.getPropertyValue('--f-' + name).trim();
      }
    }

    const ramps = {
      light: [[255, 247, 230], [254, 217, 142], [251, 153, 78], [222, 92, 58], [158, 32, 58]],
      dark: [[43, 45, 58], [91, 55, 87], [157, 66, 88], [219, 106, 70], [250, 190, 100]],
    };

    /** The color of a heat between 0 and 1, and the color of text on it. */
    function heatColor(share) {
      const ramp = ramps[theme.name];
      const place = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
      const lower = Math.min(ramp.length - 2, Math.floor(place));
      const color = ramp[lower].map((value, i) => Math.round(value + (ramp[lower + 1][i] - value) * (place - lower)));
      const light = 0.299 * color[0] + 0.587 * color[1] + 0.114 * color[2];
      return { fill: 'rgb(' + color.join(',') + ')', text: light > 140 ? '#1c2430' : '#ffffff' };
    }

    /** How hot a value is, between 0 and 1; null without one. */
    function heatOf(column, value) {
      if (!column || value === null || value === undefined) return null;
      if (column.heat === 'logarithmic') {
        if (!(value > 0)) return 0;
        return column.most > column.least ? Math.log(value / column.least) / Math.log(column.most / column.least) : 1;
      }
      const share = column.most > 0 ? value / column.most : 0;
      return column.heat === 'inverted' ? 1 - share : Math.sqrt(Math.max(0, share));
    }
    """#
}
