extension ReportScript {
  /// From views to rectangles: which subgraphs are unfolded, where nodes and links lie then.
  static let scene = #"""
    const nodeHeight = 44, layerGap = 40, childGap = 32, headHeight = 40, padding = 16;

    const callsOf = (subgraph, index) => operatorAt(subgraph, index)?.calls || [];
    const calledSubgraphs = new Set(
      data.subgraphs.flatMap(graph => graph.operators.flatMap(op => (op.calls || []).map(call => call.subgraph))));
    const rootSubgraphs = data.subgraphs.map((_, index) => index).filter(index => !calledSubgraphs.has(index));
    if (!rootSubgraphs.includes(0)) rootSubgraphs.unshift(0);

    /** Lays out a view: nodes relative to its upper left corner, unfolded ones with the views inside. */
    function arrange(view, form, path, expanded, depth) {
      const nodes = view.nodes.map((entry, number) => {
        const [kind, place, layer, middle, width, subtitle] = entry;
        const stated = kind === 1 ? (view.form === 'file' ? place : view.operators[place].index) : -1;
        const operation = kind !== 1 ? null : view.form === 'file' ? operatorAt(view.subgraph, place)
          : view.operators[place];
        const ports = kind === 0 ? data.subgraphs[view.subgraph].inputs : data.subgraphs[view.subgraph].outputs;
        const tensor = kind === 1 ? -1 : ports[place];
        const node = {
          key: path + '/' + number, view, number, kind, place, layer, middle, subtitle, stated, operation, tensor,
          title: operation ? operation.name : tensorOf(view, tensor)?.name || (kind === 0 ? 'input' : 'output'),
          x: 0, y: 0, w: width, h: nodeHeight, children: [], calls: [], isExpanded: false, depth,
        };
        if (kind === 1) node.calls = callsOf(view.subgraph, stated);
        if (node.calls.length && depth < 12 && expanded.has(node.key)) {
          let right = padding;
          for (const [position, call] of node.calls.entries()) {
            const inner = viewOf(call.subgraph, form);
            if (!inner) continue;
            const scene = arrange(inner, form, node.key + '.' + position, expanded, depth + 1);
            node.children.push({ scene, x: right, y: headHeight + 24, role: call.role, subgraph: call.subgraph });
            right += Math.max(scene.w, 120) + childGap;
            node.h = Math.max(node.h, headHeight + 24 + scene.h + padding);
          }
          node.isExpanded = node.children.length > 0;
          if (node.isExpanded) node.w = Math.max(width, right - childGap + padding);
        }
        node.grown = (node.w - width) / 2;
        return node;
      });
      // Unfolded nodes push their neighbors aside and what is below down.
      const heights = new Array(view.layers).fill(nodeHeight);
      const grown = new Map();
      for (const node of nodes) {
        heights[node.layer] = Math.max(heights[node.layer], node.h);
        if (node.grown > 0) grown.set(node.layer, [...grown.get(node.layer) || [], node]);
      }
      const tops = [];
      let y = 0;
      for (const height of heights) { tops.push(y); y += height + layerGap; }
      const shifted = (layer, x, self) => (grown.get(layer) || []).reduce(
        (sum, node) => node === self ? sum : sum + (x < node.middle ? -node.grown : node.grown), x);
      let left = 0, right = 0;
      for (const node of nodes) {
        node.x = shifted(node.layer, node.middle, node) - node.w / 2;
        node.y = tops[node.layer];
        left = Math.min(left, node.x);
        right = Math.max(right, node.x + node.w);
      }
      const links = [];
      for (const [tensor, source, points, targets] of view.links) {
        const from = nodes[source];
        const trunk = points.map((x, step) => {
          const layer = from.layer + 1 + step;
          return { x: shifted(layer, x, null), top: tops[layer], bottom: tops[layer] + heights[layer] };
        });
        // Of a link to several targets, each draws what those before it have not.
        let drawn = 0;
        const nearFirst = [...targets].sort((one, two) => nodes[one].layer - nodes[two].layer);
        for (const target of nearFirst) {
          const to = nodes[target], part = trunk.slice(0, to.layer - from.layer - 1);
          links.push({ tensor, from, to, trunk: part, drawn, view });
          drawn = Math.max(drawn, part.length);
        }
      }
      for (const node of nodes) node.x -= left;
      for (const link of links) link.trunk = link.trunk.map(point => ({ ...point, x: point.x - left }));
      return { nodes, links, w: right - left, h: Math.max(0, y - layerGap) };
    }

    /** All of a form's graphs in one plane. */
    function buildScene(form, expanded) {
      const scene = { nodes: [], links: [], labels: [], byKey: new Map(), w: 0, h: 0 };
      function flatten(part, dx, dy, parent) {
        for (const node of part.nodes) {
          node.x += dx;
          node.y += dy;
          node.parent = parent;
          scene.nodes.push(node);
          scene.byKey.set(node.key, node);
        }
        for (const link of part.links) {
          let x = link.from.x + link.from.w / 2, y = link.from.y + link.from.h;
          const path = [x, y];
          for (const point of link.trunk) path.push(point.x + dx, point.top + dy, point.x + dx, point.bottom + dy);
          path.push(link.to.x + link.to.w / 2, link.to.y);
          link.path = path;
          link.tail = link.drawn > 0 ? path.slice(4 * link.drawn) : path;
          const xs = path.filter((_, i) => i % 2 === 0);
          link.left = Math.min(...xs); link.right = Math.max(...xs);
          link.top = y; link.bottom = link.to.y;
          scene.links.push(link);
        }
        for (const node of part.nodes) {
          for (const child of node.children) {
            scene.labels.push({ x: node.x + child.x, y: node.y + child.y - 10, text: child.role });
            flatten(child.scene, node.x + child.x, node.y + child.y, node);
          }
        }
      }
      let x = 0;
      for (const subgraph of rootSubgraphs) {
        const view = viewOf(subgraph, form);
        if (!view || !view.nodes.length) continue;
        const part = arrange(view, form, String(subgraph), expanded, 0);
        const heading = rootSubgraphs.length > 1 ? 36 : 0;
        if (heading) {
          const name = data.subgraphs[subgraph].name;
          scene.labels.push({ x, y: 12, text: 'Subgraph ' + subgraph + (name ? ': ' + name : ''), large: true });
        }
        flatten(part, x, heading, null);
        x += part.w + 120;
        scene.w = x - 120;
        scene.h = Math.max(scene.h, part.h + heading);
      }
      // Who leads to whom, for the selection and the keyboard.
      for (const node of scene.nodes) { node.incoming = []; node.outgoing = []; }
      for (const link of scene.links) {
        link.from.outgoing.push(link);
        link.to.incoming.push(link);
      }
      return scene;
    }

    /** The keys of all nodes that can be unfolded, those inside others included. */
    function allFolds(form) {
      const keys = new Set();
      for (let round = 0; round < 12; round += 1) {
        const before = keys.size;
        const scene = buildScene(form, keys);
        for (const node of scene.nodes) if (node.calls.length && scene.nodes.length < 20000) keys.add(node.key);
        if (keys.size === before) break;
      }
      return keys;
    }
    """#
}
