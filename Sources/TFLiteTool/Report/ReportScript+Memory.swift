extension ReportScript {
  /// The memory plan: operators to the right, addresses upwards, a rectangle for each buffer.
  static let memory = #"""
    const arena = byId('arena');
    const memoryState = { segment: 0, hovered: null, boxes: [], frame: null };
    memoryState.segment = data.memory.reduce(
      (best, segment, index) => segment.arena > (data.memory[best]?.arena || 0) ? index : best, 0);

    /** Bytes alive at each operator of a segment. */
    function liveBytes(segment) {
      const count = Math.max(1, segment.end - segment.first);
      const change = new Float64Array(count + 1);
      for (const [, , bytes, first, last] of segment.entries) {
        const from = Math.max(0, first - segment.first), to = Math.min(count, last - segment.first + 1);
        if (to <= from) continue;
        change[from] += bytes;
        change[to] -= bytes;
      }
      const live = [];
      for (let step = 0, sum = 0; step < count; step += 1) { sum += change[step]; live.push(sum); }
      return live;
    }

    /** A round step so that a range has at most so many. */
    function tickSteps(range, count) {
      const power = Math.pow(10, Math.floor(Math.log10(Math.max(1, range / count))));
      for (const factor of [1, 2, 5, 10]) if (range / (power * factor) <= count) return Math.max(1, power * factor);
      return Math.max(1, power * 10);
    }

    function bufferColor(label) {
      let hash = 7;
      for (let i = 0; i < label.length; i += 1) hash = (hash * 31 + label.charCodeAt(i)) >>> 0;
      return 'hsl(' + hash % 360 + ' ' + (theme.name === 'dark' ? '32% 38%' : '48% 80%') + ')';
    }

    /** The names of tensors without quotation marks. */
    for (const segment of data.memory) {
      for (const entry of segment.entries) entry[0] = entry[0].replace(/(^|[ ,=])'|'(?=$|[ ,=])/g, '$1');
    }

    function showMemory() {
      const segment = data.memory[memoryState.segment];
      byId('no-memory').hidden = Boolean(segment && segment.arena > 0);
      byId('memory-content').hidden = !(segment && segment.arena > 0);
      if (!segment || !(segment.arena > 0)) return;
      const over = segment.lower_bound > 0 ? (segment.arena / segment.lower_bound - 1) * 100 : 0;
      byId('memory-facts').replaceChildren(facts([
        ['Arena', bytesText(segment.arena)],
        ['Lower bound', bytesText(segment.lower_bound) + (over >= 0.05 ? ' (+' + over.toFixed(1) + '\u2009%)' : ', reached')],
        ['Buffers', grouped(segment.entries.length)],
        ['Sum of all', bytesText(segment.entries.reduce((sum, entry) => sum + entry[2], 0))],
      ]));
      drawArena();
      const largest = [...segment.entries].sort((one, two) => two[2] - one[2]).slice(0, 40);
      byId('buffers').replaceChildren(make('table', { class: 'plain' },
        make('thead', {}, make('tr', {}, make('th', {}, 'Largest buffers'), make('th', { class: 'right' }, 'Size'),
          make('th', { class: 'right' }, 'Offset'), make('th', { class: 'right' }, 'Operators'))),
        make('tbody', {}, largest.map(entry => make('tr', {
          tabindex: 0, onmouseenter: () => { memoryState.hovered = entry; drawArena(); },
          onmouseleave: () => { memoryState.hovered = null; drawArena(); },
          onclick: () => selectOperator(segment.subgraph, entry[3]),
        }, make('td', { class: 'clip', title: entry[0] }, make('i', { class: 'dot', style: 'background:' + bufferColor(entry[0]) }),
          entry[0]), make('td', { class: 'right' }, bytesText(entry[2])),
        make('td', { class: 'right' }, bytesText(entry[1])),
        make('td', { class: 'right' }, entry[3] + '\u2013' + entry[4]))))));
    }

    function drawArena() {
      const segment = data.memory[memoryState.segment];
      if (!segment || !arena.clientWidth) return;
      const { context, width, height } = sized(arena);
      const colors = theme.colors;
      const frame = { left: 78, top: 40, right: width - 16, bottom: height - 40 };
      const count = Math.max(1, segment.end - segment.first);
      const xOf = place => frame.left + (place - segment.first) / count * (frame.right - frame.left);
      const most = segment.arena * 1.02;
      const yOf = bytes => frame.bottom - bytes / most * (frame.bottom - frame.top);
      context.clearRect(0, 0, width, height);
      context.font = fonts.shape;
      context.textBaseline = 'middle';
      // Addresses.
      let step = 64;
      while (segment.arena / step > 7) step *= 2;
      context.textAlign = 'right';
      for (let bytes = 0; bytes <= segment.arena; bytes += step) {
        context.strokeStyle = colors.line;
        context.lineWidth = 1;
        context.beginPath();
        context.moveTo(frame.left, yOf(bytes));
        context.lineTo(frame.right, yOf(bytes));
        context.stroke();
        context.fillStyle = colors.muted;
        context.fillText(bytesText(bytes), frame.left - 8, yOf(bytes));
      }
      // Operators.
      const ticks = tickSteps(count, Math.max(2, Math.floor((frame.right - frame.left) / 70)));
      context.textAlign = 'center';
      for (let place = Math.ceil(segment.first / ticks) * ticks; place < segment.end; place += ticks) {
        context.fillText(String(place), xOf(place + 0.5), frame.bottom + 12);
      }
      context.fillText('operator', (frame.left + frame.right) / 2, frame.bottom + 28);
      // Buffers.
      memoryState.boxes = [];
      for (const entry of segment.entries) {
        const [label, offset, bytes, first, last] = entry;
        const x = xOf(Math.max(segment.first, first)), w = Math.max(1, xOf(Math.min(segment.end, last + 1)) - x);
        const y = yOf(offset + bytes), h = Math.max(0.5, yOf(offset) - y);
        memoryState.boxes.push({ x, y, w, h, entry });
        context.fillStyle = bufferColor(label);
        context.fillRect(x, y, w, h);
        if (w > 3 && h > 3) {
          context.strokeStyle = colors.panel;
          context.lineWidth = 1;
          context.strokeRect(x + 0.5, y + 0.5, w - 1, h - 1);
        }
        if (w > 60 && h > 14) {
          context.fillStyle = colors.text;
          context.textAlign = 'left';
          context.fillText(cutText(context, label, Math.floor(w - 12)), x + 6, y + h / 2);
        }
      }
      // What is alive, and the most of it, which no plan can go below.
      context.strokeStyle = colors.text;
      context.lineWidth = 1.2;
      context.globalAlpha = 0.75;
      context.beginPath();
      // Of many operators a pixel, the most bytes of any.
      const live = liveBytes(segment);
      const group = Math.max(1, Math.ceil(live.length / (frame.right - frame.left) * 2));
      for (let place = 0; place < live.length; place += group) {
        const end = Math.min(live.length, place + group), y = yOf(Math.max(...live.slice(place, end)));
        if (place === 0) context.moveTo(xOf(segment.first), y); else context.lineTo(xOf(segment.first + place), y);
        context.lineTo(xOf(segment.first + end), y);
      }
      context.stroke();
      context.globalAlpha = 1;
      context.font = fonts.shape;
      context.textAlign = 'left';
      context.fillStyle = colors.muted;
      context.fillText('boxes: buffers by address     line: bytes in use', frame.left, 12);
      const bound = yOf(segment.lower_bound);
      context.setLineDash([6, 4]);
      context.strokeStyle = colors.output;
      context.lineWidth = 1.6;
      context.beginPath();
      context.moveTo(frame.left, bound);
      context.lineTo(frame.right, bound);
      context.stroke();
      context.setLineDash([]);
      context.font = fonts.label;
      context.textAlign = 'right';
      context.fillStyle = colors.output;
      context.fillText('lower bound ' + bytesText(segment.lower_bound), frame.right, bound - 10);
      if (memoryState.hovered) {
        const box = memoryState.boxes.find(entry => entry.entry === memoryState.hovered);
        if (box) {
          context.strokeStyle = colors.select;
          context.lineWidth = 2.5;
          context.strokeRect(box.x, box.y, box.w, box.h);
        }
      }
    }

    function boxAt(event) {
      const bounds = arena.getBoundingClientRect();
      const x = event.clientX - bounds.left, y = event.clientY - bounds.top;
      return memoryState.boxes.find(box => x >= box.x && x <= box.x + box.w && y >= box.y - 1 && y <= box.y + box.h + 1);
    }

    arena.addEventListener('mousemove', event => {
      const box = boxAt(event);
      if ((box ? box.entry : null) !== memoryState.hovered) {
        memoryState.hovered = box ? box.entry : null;
        drawArena();
      }
      const tip = byId('tip');
      tip.hidden = !box;
      if (!box) return;
      const [label, offset, bytes, first, last] = box.entry;
      tip.replaceChildren(make('b', {}, label), make('div', {}, bytesText(bytes) + ' at ' + bytesText(offset)),
        make('div', {}, first === last ? 'operator ' + first : 'operators ' + first + ' to ' + last));
      tip.style.left = Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 12) + 'px';
      tip.style.top = Math.min(event.clientY + 14, window.innerHeight - tip.offsetHeight - 12) + 'px';
    });
    arena.addEventListener('mouseleave', () => {
      byId('tip').hidden = true;
      memoryState.hovered = null;
      drawArena();
    });
    arena.addEventListener('click', event => {
      const box = boxAt(event);
      if (box) selectOperator(data.memory[memoryState.segment].subgraph, box.entry[3]);
    });
    """#
}
