
'use strict';
(() => {
  const EVERY = 2000;
  const byId = id => document.getElementById(id);
  const SVG = 'http://www.w3.org/2000/svg';
  let paused = false;
  let timer = 0;
  let busy = false;
  // What tables of places say is read from a cluster, so it is asked for less often.
  const PLACES_EVERY = 6000;
  let places = { at: 0, tables: [], problems: [] };

  // Everything is set as text: nothing of a request is ever read as HTML.
  function el(name, attributes, ...children) {
    const node = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) node.setAttribute(key, value);
    node.append(...children.map(c => typeof c === 'number' ? String(c) : c));
    return node;
  }
  function svg(name, attributes, ...children) {
    const node = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes || {})) node.setAttribute(key, value);
    node.append(...children);
    return node;
  }

  function num(n) {
    if (!Number.isFinite(n)) return '–';
    const a = Math.abs(n);
    if (a >= 1e6) return (n / 1e6).toFixed(1) + ' M';
    if (a >= 1e4) return (n / 1e3).toFixed(1) + ' k';
    if (a >= 100 || Number.isInteger(n)) return n.toFixed(0);
    return a >= 10 ? n.toFixed(1) : a >= 0.005 ? n.toFixed(2) : '0';
  }
  const rate = n => num(n) + '/s';
  function ms(n) {
    if (!Number.isFinite(n)) return '–';
    return n >= 10000 ? (n / 1000).toFixed(1) + ' s' : n >= 100 ? n.toFixed(0) + ' ms' : n >= 10 ? n.toFixed(1) + ' ms' : n.toFixed(2) + ' ms';
  }
  function bytes(n) {
    if (!Number.isFinite(n)) return '–';
    for (const [size, unit] of [[2 ** 30, 'GiB'], [2 ** 20, 'MiB'], [1024, 'KiB']]) if (n >= size) return (n / size).toFixed(1) + ' ' + unit;
    return n.toFixed(0) + ' B';
  }
  const percent = n => (n * 100).toFixed(0) + ' %';
  function since(seconds) {
    const d = Math.floor(seconds / 86400), h = Math.floor(seconds / 3600) % 24, m = Math.floor(seconds / 60) % 60;
    return d ? d + ' d ' + h + ' h' : h ? h + ' h ' + m + ' min' : m ? m + ' min' : Math.floor(seconds) + ' s';
  }
  const clock = at => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  const short = (text, most) => text.length > most ? text.slice(0, most - 1) + '…' : text;

  // columns: [head, value of row, class]
  function table(caption, columns, rows, empty) {
    if (!rows.length) return el('p', { class: 'empty' }, caption + ': ' + (empty || 'none'));
    const head = el('tr', {}, ...columns.map(c => el('th', { scope: 'col', class: c[2] || '' }, c[0])));
    const body = rows.map(row => el('tr', {}, ...columns.map(c => {
      const value = c[1](row);
      return el('td', { class: (c[2] || '') + (c[3] && c[3](row) ? ' bad' : ''), ...((c[2] || '').startsWith('text path') ? { dir: 'ltr' } : {}) }, value === null || value === undefined ? '–' : value);
    })));
    return el('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': caption },
      el('table', {}, el('caption', {}, caption), el('thead', {}, head), el('tbody', {}, ...body)));
  }
  // A region that scrolls keeps its place, and one with the focus keeps the focus.
  function put(id, ...children) {
    const target = byId(id);
    const old = [...target.querySelectorAll('.scroll')];
    const places = old.map(s => s.scrollLeft);
    const focused = old.indexOf(document.activeElement);
    target.replaceChildren(...children);
    target.querySelectorAll('.scroll').forEach((s, i) => {
      s.scrollLeft = places[i] || 0;
      if (i === focused) s.focus({ preventScroll: true });
    });
  }

  let told = '';
  function problems(list) {
    // Counts change all the time: a screen reader hears of a problem once.
    const text = list.length ? list.map(p => p.what.replace(/: [0-9]+$/, '')).join('. ') : 'Nothing is wrong.';
    if (text !== told) byId('announced').textContent = text;
    told = text;
    if (!list.length) { byId('problems').replaceChildren(el('p', { class: 'fine' }, 'Nothing is wrong.')); return; }
    const sorted = [...list].sort((a, b) => (a.severity === 'error' ? 0 : 1) - (b.severity === 'error' ? 0 : 1));
    byId('problems').replaceChildren(...sorted.map(p => el('div', { class: 'problem ' + p.severity },
      el('b', {}, p.severity === 'error' ? 'Error' : 'Warning'), p.what, ' – ' + p.detail)));
  }

  function now(d) {
    const n = d.now;
    const rows = [['Requests', rate(n.requests_per_second)], ['Errors', rate(n.errors_per_second)],
      ['Median time', ms(n.request_ms.p50)], ['99th percentile', ms(n.request_ms.p99)],
      ['In the gateway, p50', ms(n.gateway_ms.p50)], ['In the gateway, p99', ms(n.gateway_ms.p99)],
      ['Upstream, p99', ms(n.upstream_ms.p99)], ['In flight', num(n.requests_active)], ['Connections', num(n.connections)],
      ['Bytes in', bytes(n.request_bytes_per_second) + '/s'], ['Bytes out', bytes(n.response_bytes_per_second) + '/s']];
    byId('now').replaceChildren(...rows.map(r => el('div', {}, el('dt', {}, r[0]), el('dd', {}, r[1]))));
  }

  const W = 190, GAP = 120, ROW = 20;
  function picture(d) {
    const columns = [[], [], [], []];
    const at = {};
    const place = (column, key, lines, out) => {
      const box = { x: column * (W + GAP) + 1, height: 12 + lines.length * ROW, lines, out, column };
      columns[column].push(box);
      at[key] = box;
    };
    d.listeners.forEach(l => place(0, 'l ' + l.name, [l.name + (l.tls ? ' (TLS)' : ''), l.address.replace(/^\//, '')]));
    d.flows.forEach(f => place(1, 'f ' + f.name, [f.name + (f.splits_bulks ? ', splits bulks' : '') + (f.queue ? ', queue ' + f.queue : ''),
      ...f.filters.map((x, i) => (i + 1) + ' ' + x.type + '  ' + rate(x.calls_per_second))]));
    d.clusters.forEach(c => {
      place(2, 'c ' + c.name, [c.name, c.nodes.length + (c.nodes.length === 1 ? ' node' : ' nodes')], !c.reachable);
      c.nodes.forEach(n => place(3, 'n ' + c.name + ' ' + n.address, [n.address, n.left_out ? 'left out' : n.active + ' active'], n.left_out));
    });
    const heights = columns.map(c => c.reduce((sum, b) => sum + b.height + 26, 0));
    const height = Math.max(...heights, 60);
    columns.forEach((c, i) => {
      let y = 24 + (height - heights[i]) / 2;
      c.forEach(b => { b.y = y; y += b.height + 26; });
    });
    const all = 4 * W + 3 * GAP + 2;
    const root = svg('svg', { width: all, height: height + 30, viewBox: '0 0 ' + all + ' ' + (height + 30), role: 'img', 'aria-label':
      'Listeners lead through routes to flows with their filters, clusters and nodes; the tables below have the same numbers' });
    ['Listeners', 'Flows and filters', 'Clusters', 'Nodes'].forEach((t, i) => root.append(svg('text', { x: i * (W + GAP) + 1, y: 13, class: 'soft' }, t)));
    const labels = svg('g', {});
    // The label stands at the end that no other edge of its column shares: above the edge, below it, and errors below that.
    const edge = (from, to, perSecond, errors, label, atStart, title) => {
      const a = at[from], b = at[to];
      if (!a || !b) return;
      const x1 = a.x + W, y1 = a.y + a.height / 2, x2 = b.x, y2 = b.y + b.height / 2, mid = (x1 + x2) / 2;
      root.append(svg('path', { class: 'edge' + (errors > 0 ? ' errors' : ''), d: `M${x1} ${y1}C${mid} ${y1} ${mid} ${y2} ${x2} ${y2}`,
        'stroke-width': 1 + Math.min(7, Math.log2(1 + perSecond)) }, svg('title', {}, title || label[0])));
      label.forEach((t, i) => t && labels.append(svg('text', { x: atStart ? x1 + 8 : x2 - 8, y: (atStart ? y1 : y2) + [-7, 15, 29][i],
        'text-anchor': atStart ? 'start' : 'end', class: 'soft over' + (i === 2 ? ' bad' : '') }, t)));
    };
    const sum = (list, key) => list.reduce((s, w) => s + w[key], 0);
    d.listeners.forEach(l => new Set(l.routes.map(r => r.flow)).forEach(flow => {
      const ways = d.ways.filter(w => w.listener === l.name && w.flow === flow);
      const routes = l.routes.filter(r => r.flow === flow).map(r => r.match).join(', ');
      const errors = sum(ways, 'errors_per_second');
      edge('l ' + l.name, 'f ' + flow, sum(ways, 'requests_per_second'), errors,
        [short(routes, 19), rate(sum(ways, 'requests_per_second')), errors > 0 ? rate(errors) + ' errors' : ''], false, routes);
    }));
    const pairs = new Map();
    d.ways.forEach(w => { const k = w.flow + '\n' + w.cluster; pairs.set(k, [...(pairs.get(k) || []), w]); });
    pairs.forEach(ways => {
      const r = sum(ways, 'requests_per_second'), e = sum(ways, 'errors_per_second');
      if (ways[0].flow && (r > 0 || d.flows.some(f => f.name === ways[0].flow && f.cluster === ways[0].cluster)))
        edge('f ' + ways[0].flow, 'c ' + ways[0].cluster, r, e, [rate(r), 'p99 ' + ms(Math.max(...ways.map(w => w.request_p99_ms))), e > 0 ? rate(e) + ' errors' : ''], true);
    });
    d.clusters.forEach(c => c.nodes.forEach(n => edge('c ' + c.name, 'n ' + c.name + ' ' + n.address, n.requests_per_second, n.left_out ? 1 : 0,
      [rate(n.requests_per_second)], false)));
    root.append(labels);
    Object.values(at).forEach(b => {
      root.append(svg('rect', { class: 'box' + (b.out ? ' out' : ''), x: b.x, y: b.y, width: W, height: b.height, rx: 6 }));
      b.lines.forEach((t, i) => root.append(svg('text', { x: b.x + 10, y: b.y + 20 + i * ROW, class: b.out && i === 1 ? 'bad' : i === 0 ? '' : 'soft' }, short(t, 28), svg('title', {}, t))));
    });
    const target = byId('picture');
    const left = target.scrollLeft;
    target.replaceChildren(root);
    target.scrollLeft = left;
    put('ways', table('Ways with their times, in all and in the gateway', [['listener', w => w.listener, 'text'], ['flow', w => w.flow, 'text'], ['cluster', w => w.cluster, 'text'],
      ['requests', w => rate(w.requests_per_second)], ['errors', w => rate(w.errors_per_second), '', w => w.errors_per_second > 0], ['p50', w => ms(w.request_p50_ms)],
      ['p99', w => ms(w.request_p99_ms)], ['gateway p50', w => ms(w.gateway_p50_ms)], ['gateway p99', w => ms(w.gateway_p99_ms)], ['upstream p99', w => ms(w.upstream_p99_ms)]], d.ways));
    const filters = d.flows.flatMap(f => f.filters.map((x, i) => ({ flow: f.name, number: i + 1, ...x })));
    put('filters', table('Filters', [['flow', x => x.flow, 'text'], ['place', x => x.number], ['type', x => x.type, 'text'], ['calls', x => rate(x.calls_per_second)], ['mean time', x => ms(x.mean_ms)]], filters));
  }

  function chart(title, h, keys, names, show) {
    const w = 420, height = 130, left = 62, top = 10, bottom = 22;
    const series = keys.map(k => h[k]);
    const top_value = Math.max(1e-9, ...series.flat());
    const span = Math.max(30, h.points);
    const ago = points => Math.round(points * h.every_seconds / 60);
    const x = i => left + (w - left - 6) * (span - h.points + i) / (span - 1);
    const y = v => top + (height - top - bottom) * (1 - v / top_value);
    const text = keys.map((k, i) => names[i] + ' now ' + show(series[i].at(-1) || 0) + ', highest ' + show(Math.max(0, ...series[i]))).join('; ');
    const root = svg('svg', { viewBox: '0 0 ' + w + ' ' + height, role: 'img', 'aria-label': title + ' over the last ' + ago(span) + ' minutes: ' + text });
    [0, 0.5, 1].forEach(s => root.append(svg('line', { class: 'grid', x1: left, x2: w - 6, y1: y(top_value * s), y2: y(top_value * s) }),
      svg('text', { class: 'soft', x: left - 6, y: y(top_value * s) + 4, 'text-anchor': 'end' }, h.points ? show(top_value * s) : '')));
    [[ago(span) + ' min ago', left, 'start'], ['now', w - 6, 'end']].forEach(t =>
      root.append(svg('text', { class: 'soft', x: t[1], y: height - 5, 'text-anchor': t[2] }, t[0])));
    series.forEach((s, i) => s.length && root.append(svg('path', { class: 'line' + i,
      d: (s.length === 1 ? 'M' + (x(0) - 4) + ' ' + y(s[0]) : '') + s.map((v, j) => (j || s.length === 1 ? 'L' : 'M') + x(j).toFixed(1) + ' ' + y(v).toFixed(1)).join('') })));
    const legend = names.flatMap((n, i) => [el('i', { class: 'swatch' + (i ? ' second' : ''), 'aria-hidden': 'true' }), n + ' ' + show(series[i].at(-1) || 0)]);
    return el('figure', {}, el('figcaption', {}, title, el('span', {}, ...legend)), root);
  }

  function charts(h) {
    byId('charts').replaceChildren(
      chart('Requests', h, ['requests_per_second', 'errors_per_second'], ['all', 'errors'], rate),
      chart('Time of requests', h, ['request_p50_ms', 'request_p99_ms'], ['p50', 'p99'], ms),
      chart('Time in the gateway', h, ['gateway_p50_ms', 'gateway_p99_ms'], ['p50', 'p99'], ms),
      chart('Bytes of bodies', h, ['request_bytes_per_second', 'response_bytes_per_second'], ['in', 'out'], n => bytes(n) + '/s'),
      chart('Bytes in buffers', h, ['buffers_bytes'], ['used'], bytes),
      chart('Requests in flight', h, ['requests_active'], ['now'], num));
  }

  function counts(d) {
    put('answers',
      table('Answers by status', [['status', s => s.status, 'text'], ['count', s => num(s.count)], ['last minute', s => rate(s.per_second)]], d.statuses),
      table('Failures by kind', [['kind', f => f.kind, 'text'], ['count', f => num(f.count)], ['last minute', f => rate(f.per_second)]], d.failures));
    const pairs = map => Object.entries(map).map(([k, v]) => k + ' ' + num(v)).join(', ') || 'none';
    put('bulks', table('Bulks of flows that split them, since the start', [['flow', b => b.flow, 'text'], ['split', b => num(b.split)], ['whole, and why', b => pairs(b.whole), 'text'],
      ['items', b => pairs(b.items), 'text'], ['misplaced', b => num(b.misplaced_items)], ['sent again', b => num(b.retries)], ['bytes', b => bytes(b.bytes)]], d.bulks, 'no flow splits bulks'),
      ...d.bulks.filter(b => Object.keys(b.node_bytes).length).map(b => table('Bulks of ' + b.flow + ' by node', [['node', n => n[0], 'text'], ['bytes', n => bytes(n[1])], ['items', n => num(b.node_items[n[0]] || 0)]], Object.entries(b.node_bytes))));
    const stands = q => Object.keys(q.failed_lanes).length > 0;
    byId('s-queues').hidden = !d.queues.length;
    put('queues', table('Queues, items of the last minute', [['queue', q => q.name, 'text'], ['cluster', q => q.cluster, 'text'],
      ['state', q => q.failure ? 'failed' : stands(q) ? 'lanes stand still' : q.accepting ? 'ok' : q.drained ? 'drained' : 'draining', 'text', q => q.failure || stands(q)], ['records', q => num(q.records)],
      ['oldest', q => q.oldest_seconds === null ? null : since(q.oldest_seconds)], ['size', q => bytes(q.bytes)], ['limit', q => q.max_bytes === null ? null : bytes(q.max_bytes)],
      ['kept', q => rate(q.kept_per_second)], ['indexed', q => rate(q.indexed_per_second)], ['sent again', q => rate(q.again_per_second), '', q => q.again_per_second > 0],
      ['dead letters', q => num(q.dead_letters), '', q => q.dead_letters > 0]], d.queues));
    byId('s-tenants').hidden = !d.tenants.length;
    put('tenants', table('Largest counts of tenants', [['tenant', t => t.tenant, 'text path'], ['filter', t => t.filter, 'text'], ['what', t => t.what, 'text'], ['count', t => num(t.count)]], d.tenants));
  }

  const error = (what, detail) => ({ severity: 'error', what, detail });

  async function lookAtPlaces(d) {
    if (!d.tenant_tables.length) { places = { at: 0, tables: [], problems: [] }; return; }
    if (Date.now() - places.at < PLACES_EVERY) return;
    const answer = await fetch('/tenants', { headers: { Accept: 'application/json' }, cache: 'no-store' });
    const told = await answer.json();
    if (!answer.ok) {
      places = { at: Date.now(), tables: [], problems: [error('The table of places cannot be read', told.error.reason)] };
      return;
    }
    const stopped = told.tables.flatMap(t => t.tenants).filter(t => t.progress && t.progress.problem);
    places = { at: Date.now(), tables: told.tables,
      problems: stopped.map(t => ({ severity: 'warning', what: 'The move of tenant ' + t.tenant + ' to ' + t.goal + ' does not go on', detail: t.progress.problem })) };
  }

  function tenantPlaces() {
    byId('s-places').hidden = !places.tables.length;
    const step = t => !t.progress ? '' : t.goal === t.place ? 'is there, copies go back' : t.progress.step + ', ' + num(t.progress.documents) + ' documents, ' + num(t.progress.differing) + ' differed';
    put('places', ...places.tables.flatMap(t => [
      table('Tenants of ' + t.table + ' that are closed or between two places', [['tenant', r => r.tenant, 'text path'], ['place', r => r.place, 'text'], ['state', r => r.state, 'text'],
        ['other place', r => r.other, 'text'], ['is to be in', r => r.goal, 'text'], ['step', step, 'text', r => r.progress && r.progress.problem], ['awaited gateways', r => num(r.awaited.length)]],
        t.tenants.filter(r => r.state !== 'open')),
      table('Gateways that share ' + t.table + ', version ' + num(t.version), [['process', g => g.name, 'text path'], ['state', g => g.leaving ? 'silent, is taken out' : 'there', 'text', g => g.leaving]], t.gateways)]));
  }

  function machine(d) {
    const nodes = d.clusters.flatMap(c => c.nodes.map(n => ({ cluster: c.name, ...n })));
    put('nodes', table('Nodes', [['cluster', n => n.cluster, 'text'], ['node', n => n.address, 'text'], ['health', n => n.left_out ? 'left out, ' + n.failures_in_a_row + ' failures' : 'ok', 'text', n => n.left_out],
      ['requests', n => rate(n.requests_per_second)], ['bulk bytes', n => bytes(n.bulk_bytes_per_second) + '/s'], ['connections', n => num(n.connections)], ['active', n => num(n.active)], ['waiting', n => num(n.queued)]], nodes));
    const p = d.process;
    const memory = [['buffers in use', bytes(p.buffers_bytes), bytes(p.buffers_limit_bytes)], ['direct memory', bytes(p.buffers_reserved_bytes), ''],
      ['unfinished requests', bytes(p.unfinished_bytes), ''], ['spooled bulks', bytes(p.spool_bytes), ''], ['heap', bytes(p.heap_bytes), bytes(p.heap_limit_bytes)]];
    put('process',
      table('Memory', [['what', m => m[0], 'text'], ['used', m => m[1]], ['limit', m => m[2]]], memory),
      table('Event loops', [['loop', l => l.loop, 'text'], ['busy', l => percent(l.busy), '', l => l.busy > 0.9], ['waiting tasks', l => num(l.tasks)]], p.event_loops),
      table('Garbage collectors, since the start', [['collector', c => c.name, 'text'], ['runs', c => num(c.collections)], ['time', c => ms(c.seconds * 1000)]], p.collectors));
  }

  function requests(d) {
    const common = [['at', r => clock(r.at), 'text'], ['request', r => r.method ? r.method + ' ' + r.path : 'refused before it was a request', 'text path'],
      ['flow', r => r.flow || r.listener, 'text'], ['status', r => r.status || 'none'], ['id', r => r.id, 'text']];
    put('slow', table('The slowest of the last 10 minutes', [['time', r => ms(r.total_ms)], ['in the gateway', r => ms(r.gateway_ms)], ['upstream', r => ms(r.upstream_ms)], ...common,
      ['bytes in', r => bytes(r.request_bytes)], ['out', r => bytes(r.response_bytes)]], d.slow.slice(0, 15)));
    put('refused', table('The last ones, by the gateway or a filter', [...common, ['kind', r => r.failure, 'text'], ['reason', r => r.reason || '', 'text path wide'], ['time', r => r.total_ms === undefined ? '–' : ms(r.total_ms)]], d.refused.slice(0, 25)));
  }

  function render(d) {
    byId('about').textContent = d.version + ' on Java ' + d.java + ', up ' + since(d.uptime_seconds) + (d.ready ? ', ready' : ', not ready');
    const wrong = d.problems.length + places.problems.length;
    document.title = (wrong ? '(' + wrong + ') ' : '') + 'Sluice';
    problems([...d.problems, ...places.problems]);
    tenantPlaces();
    now(d);
    picture(d);
    charts(d.history);
    counts(d);
    machine(d);
    requests(d);
    byId('freshness').textContent = 'as of ' + clock(Date.now());
  }

  async function poll() {
    clearTimeout(timer);
    if (busy || paused || document.hidden) return;
    busy = true;
    try {
      const answer = await fetch('/overview', { headers: { Accept: 'application/json' }, cache: 'no-store' });
      if (!answer.ok) throw new Error('status ' + answer.status);
      const told = await answer.json();
      await lookAtPlaces(told);
      render(told);
    } catch (e) {
      problems([error('The gateway does not tell its numbers', String(e.message) + '; what follows is old')]);
      byId('freshness').textContent = 'no answer';
    }
    busy = false;
    timer = setTimeout(poll, EVERY);
  }

  byId('pause').addEventListener('click', () => {
    paused = !paused;
    byId('pause').textContent = paused ? 'Go on' : 'Pause';
    poll();
  });
  document.addEventListener('visibilitychange', poll);
  poll();
})();
