/// The one script: it keeps pages live, and searches as one types.
///
/// All can be read without it.
enum InspectorScript {
  static let text = """
    (() => {
    'use strict';
    const root = document.body.dataset.path;
    const byId = (id) => document.getElementById(id);
    const says = byId('says');

    // The number of the last request that the results know of; there is one where they are requests.
    let after = byId('results')?.dataset.after;

    // Takes the results of a page that was fetched, and leaves all else where it is.
    const take = async (url, isWanted = () => true) => {
      const response = await fetch(url, { credentials: 'same-origin' });
      if (!response.ok) throw new Error(response.status);
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const next = page.getElementById('results');
      if (!next || !byId('results') || !isWanted()) return;
      const open = [...document.querySelectorAll('#results details[open] summary')].map((s) => s.textContent);
      byId('results').replaceWith(document.adoptNode(next));
      after = next.dataset.after;
      for (const s of document.querySelectorAll('#results details summary')) {
        if (open.includes(s.textContent)) s.parentElement.open = true;
      }
      for (const area of page.querySelectorAll('textarea[readonly]')) {
        if (byId(area.id)) byId(area.id).value = area.value;
      }
      arrive();
    };

    // ---- Search as one types ----
    const form = document.querySelector('form[data-live]');
    let turn = 0, typing;
    const search = async () => {
      const mine = ++turn;
      const fields = [...new FormData(form)].filter(([, value]) => value !== '');
      const query = new URLSearchParams(fields).toString();
      const url = form.getAttribute('action') + (query ? '?' + query : '');
      try {
        history.replaceState(null, '', url);
        await take(url, () => mine === turn);
        if (mine !== turn) return;
        const found = document.querySelector('#results [role=status]');
        says.textContent = found ? found.textContent : '';
        if (source) listen();
      } catch { says.textContent = 'The server cannot be reached.'; }
    };
    if (form) {
      form.addEventListener('input', () => { clearTimeout(typing); typing = setTimeout(search, 150); });
      form.addEventListener('submit', (event) => { event.preventDefault(); clearTimeout(typing); search(); });
    }

    // ---- Live ----
    const live = byId('live'), refresh = byId('refresh'), pause = byId('pause');
    const isTree = !!document.querySelector('[data-tree]');
    let source, lost = 0, isPaused = false;
    let trouble;
    const tell = (text) => {
      clearTimeout(trouble);
      trouble = undefined;
      if (live) live.textContent = text;
    };

    const add = (data) => {
      const end = data.indexOf('\\n');
      lost += Number(data.slice(0, end));
      const rows = new DOMParser().parseFromString('<table><tbody>' + data.slice(end + 1) + '</tbody></table>', 'text/html');
      const body = byId('requests');
      if (!body) return;
      if (rows.querySelector('tr') && byId('empty')) byId('empty').textContent = '';
      body.prepend(...[...rows.querySelectorAll('tr')].map((row) => document.adoptNode(row)));
      while (body.rows.length > 200) body.deleteRow(-1);
      tell('Live' + (lost ? `; ${lost} came too quickly to be shown` : ''));
    };

    const listen = () => {
      if (isPaused) return;
      if (source) source.close();
      const query = new URLSearchParams(location.search);
      if (after) query.set('after', after);
      source = new EventSource(root + '/events?' + query);
      source.addEventListener('begin', () => {
        tell('Live' + (lost ? `; ${lost} came too quickly to be shown` : ''));
        if (refresh) refresh.hidden = true;
        if (pause) pause.hidden = false;
      });
      source.addEventListener('requests', (event) => {
        if (isTree || isPaused) return;
        after = event.lastEventId;
        add(event.data);
      });
      source.addEventListener('tree', () => {
        if (isTree && !/[?&]at=/.test(location.search)) take(location.pathname).catch(() => {});
      });
      source.addEventListener('error', () => {
        // A stream that has ended as it should is back in a moment.
        trouble ??= setTimeout(() => {
          tell('Not live; trying again');
          if (refresh) refresh.hidden = false;
        }, 2500);
        // The browser asks anew by itself, unless it was told that there is nothing.
        if (source.readyState === EventSource.CLOSED) setTimeout(listen, 5000);
      });
    };
    if (pause) pause.addEventListener('click', () => {
      isPaused = !isPaused;
      pause.setAttribute('aria-pressed', isPaused);
      pause.textContent = isPaused ? 'Go on' : 'Pause';
      if (isPaused) { source.close(); tell('Paused'); } else listen();
    });
    if (live || isTree) {
      listen();
      window.addEventListener('pagehide', () => source.close());
      window.addEventListener('pageshow', (event) => { if (event.persisted) listen(); });
    }

    // ---- A matrix that is still being made ----
    const again = () => {
      if (document.querySelector('[data-again]')) setTimeout(() => take(location.href).catch(again), 1000);
    };

    // ---- The tree: the current node is in sight; arrows walk along the states ----
    const arrive = () => {
      again();
      const current = byId('current');
      if (current) {
        const box = current.getBoundingClientRect();
        if (box.bottom > innerHeight || box.top < 0) current.scrollIntoView({ block: 'center' });
      }
      const state = document.querySelector('.line [aria-current]');
      if (state) {
        const line = state.closest('.scroll');
        line.scrollLeft = state.offsetLeft - line.clientWidth / 2;
      }
    };
    document.addEventListener('keydown', async (event) => {
      if (!isTree || /INPUT|TEXTAREA|SELECT/.test(event.target.tagName) || event.ctrlKey || event.altKey || event.metaKey) return;
      const link = { ArrowLeft: 'a[rel=prev]', ArrowRight: 'a[rel=next]' }[event.key];
      const found = link && document.querySelector('.walk ' + link);
      if (!found) return;
      event.preventDefault();
      history.replaceState(null, '', found.href);
      await take(found.href).catch(() => {});
      says.textContent = document.querySelector('.walk p').textContent;
    });
    for (const button of document.querySelectorAll('[data-copy]')) {
      button.hidden = !navigator.clipboard;
      button.addEventListener('click', async () => {
        await navigator.clipboard.writeText(byId(button.dataset.copy).value);
        says.textContent = 'Copied';
        button.textContent = 'Copied';
        setTimeout(() => { button.textContent = 'Copy'; }, 2000);
      });
    }
    arrive();
    })();

    """
}
