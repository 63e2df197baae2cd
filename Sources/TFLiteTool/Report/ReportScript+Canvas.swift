extension ReportScript {
  /// The graph's canvas: drawing what is visible, the small map, the camera.
  static let canvas = #"""
    const canvas = byId('graph'), map = byId('map');
    const camera = { x: 0, y: 0, scale: 1 };
    const state = {
      tab: 'graph', form: 'file', heat: '', expanded: new Set(), selected: null, hovered: null, query: '', hits: [], hitSet: new Set(),
      hit: -1, scene: null,
    };

    /** Fits a canvas to its box; gives its context and its size in CSS pixels. */
    function sized(target) {
      const ratio = window.devicePixelRatio || 1;
      const width = target.clientWidth, height = target.clientHeight;
      if (target.width !== Math.round(width * ratio) || target.height !== Math.round(height * ratio)) {
        target.width = Math.round(width * ratio);
        target.height = Math.round(height * ratio);
      }
      const context = target.getContext('2d');
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      return { context, width, height };
    }

    let isPending = false;
    function redraw() {
      if (isPending) return;
      isPending = true;
      requestAnimationFrame(() => {
        isPending = false;
        if (state.tab !== 'graph' || !canvas.clientWidth) return;
        drawGraph();
        drawMap();
      });
    }

    const fonts = {
      title: '600 12px system-ui, -apple-system, "Segoe UI", sans-serif',
      shape: '11px system-ui, -apple-system, "Segoe UI", sans-serif',
      label: '600 11px system-ui, -apple-system, "Segoe UI", sans-serif',
      large: '600 14px system-ui, -apple-system, "Segoe UI", sans-serif',
    };

    /** Text cut to a width with an ellipsis; remembers what it has measured. */
    const cuts = new Map();
    function cutText(context, text, width) {
      const key = context.font + '|' + width + '|' + text;
      let known = cuts.get(key);
      if (known !== undefined) return known;
      known = text;
      if (context.measureText(text).width > width) {
        let low = 0, high = text.length;
        while (low < high) {
          const middle = (low + high + 1) >> 1;
          if (context.measureText(text.slice(0, middle) + '\u2026').width <= width) low = middle; else high = middle - 1;
        }
        known = text.slice(0, low) + '\u2026';
      }
      if (cuts.size > 20000) cuts.clear();
      cuts.set(key, known);
      return known;
    }

    /** The color of a node: its heat, or its family's. */
    function fillOf(node) {
      const colors = theme.colors;
      if (node.kind !== 1) return { fill: colors.panel, text: colors.text, sub: colors.muted };
      const column = columnOf(state.heat);
      if (column && !node.isExpanded) {
        const heat = heatOf(column, valueOf(column, node.view.subgraph, node.stated));
        if (heat === null) return { fill: colors.panel, text: colors.muted, sub: colors.muted };
        const color = heatColor(heat);
        return { fill: color.fill, text: color.text, sub: color.text };
      }
      return { fill: colors['f-' + node.operation.family], text: colors.text, sub: colors.muted };
    }

    const isIdle = node => node.kind === 1 && (node.view.form === 'file'
      ? (node.operation.fate || '').startsWith('does not run') : Boolean(node.operation.idle));

    function rounded(context, x, y, w, h, radius) {
      context.beginPath();
      context.roundRect(x, y, w, h, radius);
    }

    function tracePath(context, path) {
      context.moveTo(path[0], path[1]);
      let x = path[0], y = path[1];
      for (let i = 2; i < path.length; i += 2) {
        const nextX = path[i], nextY = path[i + 1];
        if (nextX === x) context.lineTo(nextX, nextY);
        else {
          const bend = Math.min((nextY - y) / 2, 60);
          context.bezierCurveTo(x, y + bend, nextX, nextY - bend, nextX, nextY);
        }
        x = nextX; y = nextY;
      }
    }

    function drawGraph() {
      const { context, width, height } = sized(canvas);
      const colors = theme.colors, scene = state.scene, { scale } = camera;
      context.fillStyle = colors.bg;
      context.fillRect(0, 0, width, height);
      if (!scene) return;
      context.save();
      context.scale(scale, scale);
      context.translate(-camera.x, -camera.y);
      const left = camera.x, top = camera.y, right = camera.x + width / scale, bottom = camera.y + height / scale;
      const isSeen = (x, y, w, h) => x < right && y < bottom && x + w > left && y + h > top;
      for (const node of scene.nodes) if (node.isExpanded && isSeen(node.x, node.y, node.w, node.h)) drawNode(node);
      context.lineWidth = Math.max(1.2, 0.7 / scale);
      const chosen = state.selected && scene.byKey.get(state.selected);
      const marked = [];
      context.strokeStyle = colors.edge;
      context.beginPath();
      for (const link of scene.links) {
        if (link.left > right || link.right < left || link.top > bottom || link.bottom < top) continue;
        if (chosen && (link.from === chosen || link.to === chosen)) marked.push(link);
        else if (scale > 0.02) tracePath(context, link.tail);
      }
      context.stroke();
      for (const link of marked) {
        context.beginPath();
        context.strokeStyle = link.to === chosen ? colors.input : colors.output;
        context.lineWidth = Math.max(2.2, 1.4 / scale);
        tracePath(context, link.path);
        context.stroke();
      }
      for (const node of scene.nodes) if (!node.isExpanded && isSeen(node.x, node.y, node.w, node.h)) drawNode(node);
      if (scale > 0.2) {
        for (const label of scene.labels) {
          context.font = label.large ? fonts.large : fonts.label;
          context.fillStyle = label.large ? colors.text : colors.muted;
          context.textAlign = 'left';
          context.fillText(label.text, label.x, label.y);
        }
      }
      context.restore();

      function drawNode(node) {
        const { fill, text, sub } = fillOf(node);
        const isHit = state.query && state.hitSet.has(node);
        context.globalAlpha = state.query && !isHit && !node.isExpanded ? 0.25 : isIdle(node) ? 0.5 : 1;
        if (scale < 0.1) {
          context.fillStyle = isHit ? colors.hit : node.key === state.selected ? colors.select : fill;
          const grown = node.key === state.selected || isHit ? 3 / scale : 0.3 / scale;
          context.fillRect(node.x - grown, node.y - grown, node.w + 2 * grown, node.h + 2 * grown);
          context.globalAlpha = 1;
          return;
        }
        const radius = node.kind === 1 ? 7 : 22;
        rounded(context, node.x, node.y, node.w, node.h, radius);
        context.fillStyle = node.isExpanded ? colors.panel : fill;
        context.fill();
        context.strokeStyle = isHit ? colors.hit : node.kind === 1 ? colors.line : colors.edge;
        context.lineWidth = isHit ? Math.max(2, 2 / scale) : Math.max(1, 0.5 / scale);
        if (isIdle(node)) context.setLineDash([5, 4]);
        context.stroke();
        context.setLineDash([]);
        if (node.key === state.selected || node === state.hovered) {
          rounded(context, node.x - 3, node.y - 3, node.w + 6, node.h + 6, radius + 3);
          context.strokeStyle = colors.select;
          context.lineWidth = node.key === state.selected ? Math.max(2.5, 2 / scale) : Math.max(1.2, 1 / scale);
          context.stroke();
        }
        if (scale > 0.28) {
          const middle = node.x + node.w / 2;
          const room = node.w - (node.calls.length ? 44 : 20);
          const x = node.isExpanded ? node.x + 30 : middle;
          context.textAlign = node.isExpanded ? 'left' : 'center';
          context.textBaseline = 'alphabetic';
          context.font = fonts.title;
          context.fillStyle = text;
          context.fillText(cutText(context, node.title, room), x, node.y + 19);
          context.font = fonts.shape;
          context.fillStyle = sub;
          context.fillText(cutText(context, node.subtitle, node.w - 16), x, node.y + 34);
          if (node.calls.length) {
            context.fillStyle = text;
            context.beginPath();
            const x = node.x + 14, y = node.y + 22;
            if (node.isExpanded) { context.moveTo(x - 5, y - 3); context.lineTo(x + 5, y - 3); context.lineTo(x, y + 4); }
            else { context.moveTo(x - 3, y - 5); context.lineTo(x - 3, y + 5); context.lineTo(x + 4, y); }
            context.fill();
          }
        }
        context.globalAlpha = 1;
      }
    }

    // The map: the whole scene in a corner, and what of it is seen.

    /** The map without the frame; drawn again when something has changed. */
    const mapCopy = { canvas: document.createElement('canvas'), scene: null, look: '' };

    function mapScale() {
      const scene = state.scene;
      return Math.min(map.clientWidth / Math.max(1, scene.w), map.clientHeight / Math.max(1, scene.h));
    }

    function drawMap() {
      // Where all is seen there is nothing to look up.
      const isWhole = state.scene.w * camera.scale < canvas.clientWidth && state.scene.h * camera.scale < canvas.clientHeight;
      map.parentElement.classList.toggle('whole', isWhole);
      if (isWhole) return;
      const room = map.parentElement.clientHeight - 76;
      const size = Math.min(150 / Math.max(1, state.scene.w), room / Math.max(1, state.scene.h));
      map.style.width = Math.max(64, Math.round(state.scene.w * size)) + 'px';
      map.style.height = Math.max(24, Math.round(state.scene.h * size)) + 'px';
      const { context, width, height } = sized(map);
      const colors = theme.colors, scene = state.scene, scale = mapScale();
      const dx = (width - scene.w * scale) / 2, dy = (height - scene.h * scale) / 2;
      const look = [state.heat, theme.name, state.selected, state.query, map.width, map.height].join('|');
      if (mapCopy.scene !== scene || mapCopy.look !== look) {
        mapCopy.scene = scene;
        mapCopy.look = look;
        mapCopy.canvas.width = map.width;
        mapCopy.canvas.height = map.height;
        const copy = mapCopy.canvas.getContext('2d'), ratio = map.width / width;
        copy.scale(ratio, ratio);
        for (const node of scene.nodes) {
          if (node.isExpanded) continue;
          const isMarked = node.key === state.selected || state.hitSet.has(node);
          copy.fillStyle = node.key === state.selected ? colors.select : isMarked ? colors.hit
            : node.kind === 1 ? fillOf(node).fill : colors.edge;
          const w = Math.max(isMarked ? 6 : 2, node.w * scale), h = Math.max(isMarked ? 3 : 1, node.h * scale);
          copy.fillRect(dx + (node.x + node.w / 2) * scale - w / 2, dy + node.y * scale, w, h);
        }
      }
      context.clearRect(0, 0, width, height);
      if (!scene.nodes.length) return;
      context.drawImage(mapCopy.canvas, 0, 0, width, height);
      context.strokeStyle = colors.accent;
      context.lineWidth = 1.5;
      const x = Math.max(0, dx + camera.x * scale), y = Math.max(0, dy + camera.y * scale);
      const right = Math.min(width, dx + (camera.x + canvas.clientWidth / camera.scale) * scale);
      const bottom = Math.min(height, dy + (camera.y + canvas.clientHeight / camera.scale) * scale);
      context.strokeRect(x + 1, y + 1, Math.max(4, right - x - 2), Math.max(4, bottom - y - 2));
    }

    // The camera.

    function zoomAt(x, y, factor) {
      const scale = Math.min(4, Math.max(0.004, camera.scale * factor));
      camera.x += x / camera.scale - x / scale;
      camera.y += y / camera.scale - y / scale;
      camera.scale = scale;
      redraw();
    }

    /** What the map leaves of the width. */
    const roomWidth = () => canvas.clientWidth - map.offsetWidth - 12;

    /** Shows all where that can be read, else the beginning at a size that can. */
    function home() {
      const scene = state.scene, width = roomWidth(), height = canvas.clientHeight - 56;
      const whole = Math.min(width / (scene.w + 80), height / (scene.h + 80));
      camera.scale = Math.min(1.2, Math.max(whole, Math.min(0.9, Math.max(0.45, width / (scene.w + 80)))));
      camera.x = (scene.w - width / camera.scale) / 2;
      camera.y = scene.h * camera.scale < height - 20 ? (scene.h - height / camera.scale) / 2 : -32 / camera.scale;
      if (scene.w * camera.scale > width) {
        const first = scene.nodes.find(node => node.kind === 0) || scene.nodes[0];
        if (first) camera.x = first.x + first.w / 2 - width / camera.scale / 2;
      }
      redraw();
    }

    function fit() {
      const scene = state.scene, width = canvas.clientWidth, height = canvas.clientHeight - 56;
      camera.scale = Math.min(1.5, width / (scene.w + 80), height / (scene.h + 80));
      camera.x = (scene.w - width / camera.scale) / 2;
      camera.y = (scene.h - height / camera.scale) / 2;
      redraw();
    }

    /** Brings a node into view, moving no more than needed. */
    function reveal(node, isCentered) {
      const width = roomWidth() / camera.scale, height = canvas.clientHeight / camera.scale, margin = 40;
      if (camera.scale < 0.35) { camera.scale = 0.9; return reveal(node, true); }
      const isInside = node.x > camera.x + margin && node.x + node.w < camera.x + width - margin
        && node.y > camera.y + margin && node.y + nodeHeight < camera.y + height - margin;
      if (!isInside || isCentered) {
        camera.x = node.x + node.w / 2 - width / 2;
        camera.y = node.y + nodeHeight / 2 - height / 2;
      }
      redraw();
    }

    /** The innermost node at a point of the canvas. */
    function nodeAt(x, y) {
      const px = camera.x + x / camera.scale, py = camera.y + y / camera.scale;
      let found = null;
      for (const node of state.scene.nodes) {
        if (px >= node.x && px <= node.x + node.w && py >= node.y && py <= node.y + node.h) {
          if (!found || node.depth > found.depth) found = node;
        }
      }
      return found;
    }
    """#
}
