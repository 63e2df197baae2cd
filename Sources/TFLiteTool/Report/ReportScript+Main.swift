extension ReportScript {
  /// What ties the parts together: selection, search, folding, tabs, theme, mouse and keyboard.
  static let main = #"""
    /** The key of an operator's node in the scene; the first where its subgraph stands in several places. */
    function keyOf(subgraph, index) {
      const node = state.scene.nodes.find(
        entry => entry.kind === 1 && entry.view.subgraph === subgraph && entry.stated === index);
      return node ? node.key : null;
    }

    function select(key, isRevealed) {
      state.selected = key;
      const node = key && state.scene.byKey.get(key);
      if (node && isRevealed) { showTab('graph'); reveal(node, false); }
      showDetails();
      if (state.tab === 'table') showRows();
      redraw();
    }

    /** Selects an operator of the file, unfolding what it stands in, in the form that still has it. */
    function selectOperator(subgraph, index) {
      let key = keyOf(subgraph, index);
      if (!key) { setExpanded(allFolds(state.form)); key = keyOf(subgraph, index); }
      if (!key && state.form !== 'file') { setForm('file'); key = keyOf(subgraph, index); }
      if (!key) { setExpanded(allFolds(state.form)); key = keyOf(subgraph, index); }
      if (key) select(key, true);
    }

    function rebuild() {
      state.scene = buildScene(state.form, state.expanded);
      if (state.selected && !state.scene.byKey.has(state.selected)) state.selected = null;
      state.hovered = null;
      findHits();
    }

    function setExpanded(expanded) {
      state.expanded = expanded;
      rebuild();
      setHeat(state.heat);
      showDetails();
    }

    function toggleFold(node) {
      // The node stays where it is on the screen.
      const expanded = new Set(state.expanded), before = { x: node.x + node.w / 2, y: node.y };
      if (!expanded.delete(node.key)) expanded.add(node.key);
      setExpanded(expanded);
      const after = state.scene.byKey.get(node.key);
      if (after) {
        camera.x += after.x + after.w / 2 - before.x;
        camera.y += after.y - before.y;
      }
      redraw();
    }

    function setForm(form) {
      const chosen = state.selected && state.scene.byKey.get(state.selected);
      state.form = form;
      for (const button of document.querySelectorAll('[data-form]')) {
        button.setAttribute('aria-pressed', String(button.dataset.form === form));
      }
      state.selected = null;
      rebuild();
      const key = chosen && chosen.kind === 1 ? keyOf(chosen.view.subgraph, chosen.stated) : null;
      if (key) { state.selected = key; reveal(state.scene.byKey.get(key), false); } else home();
      setHeat(state.heat);
      showDetails();
    }

    function setHeat(key) {
      state.heat = key;
      byId('heat').value = key;
      const column = columnOf(key), legend = byId('legend');
      if (column) {
        const colors = [0, 0.25, 0.5, 0.75, 1].map(share => heatColor(share).fill).join(',');
        const ends = [column.heat === 'logarithmic' ? column.least : 0, column.most];
        if (column.heat === 'inverted') ends.reverse();
        legend.replaceChildren(make('b', {}, column.title), make('span', {}, written(column, ends[0])),
          make('i', { style: 'background:linear-gradient(to right,' + colors + ')' }), make('span', {}, written(column, ends[1])));
      } else {
        const families = new Set(state.scene.nodes.filter(node => node.kind === 1).map(node => node.operation.family));
        legend.replaceChildren(...Object.keys(familyNames).filter(name => families.has(name)).map(
          name => make('span', {}, make('i', { class: 'dot', style: 'background:var(--f-' + name + ')' }), familyNames[name])));
      }
      if (state.scene.nodes.some(isIdle)) legend.append(make('span', { class: 'dashed' }, 'does not run'));
      redraw();
    }

    // Search.

    function findHits() {
      state.hits = !state.query ? [] : state.scene.nodes.filter(node => {
        const operation = node.operation;
        const names = !operation ? [node.title] : [operation.name, '#' + node.stated, node.subtitle, operation.fate || '',
          ...operation.outputs.filter(index => index >= 0).map(index => tensorOf(node.view, index)?.name || '')];
        return matches(state.query, ...names);
      });
      state.hitSet = new Set(state.hits);
      state.hit = -1;
      byId('hits').textContent = !state.query ? '' : state.hits.length ? grouped(state.hits.length)
        + (state.hits.length === 1 ? ' hit' : ' hits') : 'nothing found';
    }

    function search(query) {
      state.query = query.trim();
      if (byId('search').value !== query) byId('search').value = query;
      findHits();
      if (state.tab === 'table') showTable();
      redraw();
    }

    function nextHit(step) {
      if (!state.hits.length) return;
      state.hit = (state.hit + step + state.hits.length) % state.hits.length;
      byId('hits').textContent = state.hit + 1 + ' of ' + grouped(state.hits.length);
      select(state.hits[state.hit].key, true);
    }

    // Tabs and theme.

    function showTab(tab) {
      if (state.tab === tab) return;
      state.tab = tab;
      for (const button of document.querySelectorAll('[role=tab]')) {
        button.setAttribute('aria-selected', String(button.dataset.tab === tab));
      }
      for (const page of document.querySelectorAll('.page')) page.hidden = page.id !== 'page-' + tab;
      if (tab === 'table') showTable();
      if (tab === 'memory') showMemory();
      if (tab === 'model') showModelPage();
      redraw();
    }

    const darkWish = window.matchMedia('(prefers-color-scheme: dark)');
    function setTheme(name) {
      theme.name = name || (darkWish.matches ? 'dark' : 'light');
      document.documentElement.dataset.theme = theme.name;
      readColors();
      setHeat(state.heat);
      showDetails();
      if (state.tab === 'memory') drawArena();
      if (state.tab === 'table') showRows();
      redraw();
    }

    // The mouse.

    let drag = null;
    const pointOf = event => {
      const bounds = canvas.getBoundingClientRect();
      return { x: event.clientX - bounds.left, y: event.clientY - bounds.top };
    };
    canvas.addEventListener('pointerdown', event => {
      const point = pointOf(event);
      drag = { ...point, startX: point.x, startY: point.y, moved: false };
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener('pointermove', event => {
      const point = pointOf(event);
      if (drag) {
        if (Math.hypot(point.x - drag.startX, point.y - drag.startY) > 4) drag.moved = true;
        if (drag.moved) {
          camera.x -= (point.x - drag.x) / camera.scale;
          camera.y -= (point.y - drag.y) / camera.scale;
          canvas.style.cursor = 'grabbing';
        }
        drag.x = point.x;
        drag.y = point.y;
        return redraw();
      }
      const node = nodeAt(point.x, point.y);
      canvas.style.cursor = node ? 'pointer' : 'grab';
      if (node !== state.hovered) { state.hovered = node; redraw(); }
    });
    canvas.addEventListener('pointerup', event => {
      const wasMoved = drag && drag.moved, point = pointOf(event);
      drag = null;
      canvas.style.cursor = 'grab';
      if (wasMoved) return;
      const node = nodeAt(point.x, point.y);
      const isMarker = node && node.calls.length && (point.x / camera.scale + camera.x - node.x) < 28
        && (point.y / camera.scale + camera.y - node.y) < nodeHeight;
      if (isMarker) toggleFold(node); else select(node ? node.key : null, false);
    });
    canvas.addEventListener('pointerleave', () => { if (state.hovered) { state.hovered = null; redraw(); } });
    canvas.addEventListener('dblclick', event => {
      const point = pointOf(event), node = nodeAt(point.x, point.y);
      if (node && node.calls.length) toggleFold(node);
    });
    canvas.addEventListener('wheel', event => {
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 24 : 1, point = pointOf(event);
      if (event.ctrlKey || event.metaKey) return zoomAt(point.x, point.y, Math.exp(-event.deltaY * unit * 0.004));
      camera.x += (event.shiftKey ? event.deltaY : event.deltaX) * unit / camera.scale;
      camera.y += (event.shiftKey ? 0 : event.deltaY) * unit / camera.scale;
      redraw();
    }, { passive: false });

    function moveToMap(event) {
      const bounds = map.getBoundingClientRect(), scale = mapScale(), scene = state.scene;
      const x = (event.clientX - bounds.left - (bounds.width - scene.w * scale) / 2) / scale;
      const y = (event.clientY - bounds.top - (bounds.height - scene.h * scale) / 2) / scale;
      camera.x = x - canvas.clientWidth / camera.scale / 2;
      camera.y = y - canvas.clientHeight / camera.scale / 2;
      redraw();
    }
    map.addEventListener('pointerdown', event => { map.setPointerCapture(event.pointerId); moveToMap(event); });
    map.addEventListener('pointermove', event => { if (event.buttons) moveToMap(event); });

    // The keyboard.

    function walk(key) {
      const node = state.selected && state.scene.byKey.get(state.selected);
      if (!node) return select(state.scene.nodes[0]?.key || null, true);
      const middle = entry => entry.x + entry.w / 2;
      let next = null;
      if (key === 'ArrowUp' || key === 'ArrowDown') {
        const links = key === 'ArrowUp' ? node.incoming : node.outgoing;
        next = links.map(link => key === 'ArrowUp' ? link.from : link.to).sort(
          (one, two) => Math.abs(middle(one) - middle(node)) - Math.abs(middle(two) - middle(node)))[0];
      } else {
        const sign = key === 'ArrowLeft' ? -1 : 1;
        next = state.scene.nodes.filter(entry => entry.view === node.view && entry.layer === node.layer
          && entry.parent === node.parent && (middle(entry) - middle(node)) * sign > 0).sort(
          (one, two) => Math.abs(middle(one) - middle(node)) - Math.abs(middle(two) - middle(node)))[0];
      }
      if (next) select(next.key, true);
    }

    document.addEventListener('keydown', event => {
      const isTyping = ['INPUT', 'SELECT', 'TEXTAREA'].includes(event.target.tagName);
      if (event.key === 'Escape') {
        if (state.query) search(''); else select(null, false);
        event.target.blur?.();
        return;
      }
      if (event.target === byId('search') && event.key === 'Enter') return nextHit(event.shiftKey ? -1 : 1);
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const node = state.selected && state.scene.byKey.get(state.selected);
      const centerX = canvas.clientWidth / 2, centerY = canvas.clientHeight / 2;
      const actions = {
        '/': () => byId('search').focus(), 'n': () => nextHit(1), 'N': () => nextHit(-1),
        '+': () => zoomAt(centerX, centerY, 1.25), '=': () => zoomAt(centerX, centerY, 1.25),
        '-': () => zoomAt(centerX, centerY, 0.8), '0': home, 'f': fit,
        't': () => setTheme(theme.name === 'dark' ? 'light' : 'dark'),
        '1': () => showTab('graph'), '2': () => showTab('table'), '3': () => showTab('memory'), '4': () => showTab('model'),
      };
      let action = actions[event.key];
      if (state.tab === 'graph' && event.key.startsWith('Arrow') && !byId('details').contains(event.target)) {
        action = () => walk(event.key);
      }
      const isButton = event.target.tagName === 'BUTTON';
      if (event.key === ' ' && node && node.calls.length && !isButton) action = () => toggleFold(node);
      if (!action) return;
      event.preventDefault();
      action();
    });

    // Controls.

    byId('search').addEventListener('input', event => search(event.target.value));
    byId('theme').addEventListener('click', () => setTheme(theme.name === 'dark' ? 'light' : 'dark'));
    byId('heat').addEventListener('change', event => setHeat(event.target.value));
    byId('zoom-in').addEventListener('click', () => zoomAt(canvas.clientWidth / 2, canvas.clientHeight / 2, 1.25));
    byId('zoom-out').addEventListener('click', () => zoomAt(canvas.clientWidth / 2, canvas.clientHeight / 2, 0.8));
    byId('zoom-fit').addEventListener('click', fit);
    byId('unfold').addEventListener('click', () => { setExpanded(allFolds(state.form)); home(); });
    byId('fold').addEventListener('click', () => { setExpanded(new Set()); home(); });
    for (const button of document.querySelectorAll('[role=tab]')) {
      button.addEventListener('click', () => showTab(button.dataset.tab));
    }
    for (const button of document.querySelectorAll('[data-form]')) {
      button.addEventListener('click', () => setForm(button.dataset.form));
    }
    byId('segment').addEventListener('change', event => {
      memoryState.segment = Number(event.target.value);
      showMemory();
    });
    window.addEventListener('resize', () => { redraw(); if (state.tab === 'memory') drawArena(); if (state.tab === 'table') showRows(); });
    darkWish.addEventListener('change', () => setTheme(''));

    // The beginning.

    document.title = data.model.name + ' \u2013 model report';
    byId('name').textContent = data.model.name;
    byId('heat').append(make('option', { value: '' }, 'kind of operator'), ...data.columns.filter(
      column => column.heat !== 'none' && column.most > 0).map(column => make('option', { value: column.key }, column.title)));
    state.heat = data.columns.some(column => column.key === data.heat && column.most > 0) ? data.heat : '';
    byId('segment').append(...data.memory.map((segment, index) => make('option', { value: index },
      (data.subgraphs.length > 1 ? 'subgraph ' + segment.subgraph + ', ' : '')
      + 'operators ' + segment.first + ' to ' + Math.max(segment.first, segment.end - 1) + ', ' + bytesText(segment.arena))));
    byId('segment').value = memoryState.segment;
    byId('segments').hidden = data.memory.length < 2;
    const hasRun = data.views.some(view => view.form !== 'file');
    byId('forms').hidden = !hasRun;
    byId('folds').hidden = calledSubgraphs.size === 0;
    byId('note').hidden = data.notes.length === 0;
    byId('note').textContent = data.notes.join(' ');
    rebuild();
    showFigures();
    setTheme('');
    setForm('file');
    home();
    // For tests of the page.
    window.modelReport = { data, state, camera, select, selectOperator, keyOf, nodeAt, reveal, allRows, tableState, theme };
    """#
}
