/// The one script: it fetches pages and swaps their content, where without it the browser would
/// load them.
///
/// Each history entry of the browser carries the number of the store's state, which is sent when
/// the browser goes back or forward, so that exactly that state is shown again.
enum Script {
  static let text = """
    (() => {
      'use strict';
      const room = () => document.getElementById('room');
      let turn = 0;

      // What the page shows has changed: where a reader's focus goes, and what a screen reader says.
      const arrive = (scroll) => {
        const dialog = document.querySelector('[role=dialog]');
        const wrong = document.querySelector('[aria-invalid]');
        (wrong || dialog || document.getElementById('main')).focus({ preventScroll: true });
        if (scroll && !dialog) window.scrollTo(0, 0);
        document.getElementById('says').textContent = document.title;
        watch();
      };

      const show = (text) => {
        const page = new DOMParser().parseFromString(text, 'text/html');
        const next = page.getElementById('room');
        if (!next) return false;
        document.title = page.title;
        document.body.className = page.body.className;
        room().replaceWith(document.adoptNode(next));
        return true;
      };

      const load = async (url, place, isNew) => {
        const mine = ++turn;
        document.body.classList.add('busy');
        try {
          const headers = place === undefined ? {} : { 'Room-Place': String(place) };
          const response = await fetch(url, { headers, credentials: 'same-origin' });
          const text = await response.text();
          // Somebody was quicker than the answer: a later one counts.
          if (mine !== turn) return;
          const hash = new URL(url, location.href).hash;
          const scroll = isNew;
          if (!show(text)) throw new Error('no page');
          const state = { place: room().dataset.place };
          const end = response.url + (response.redirected ? '' : hash);
          if (isNew && end !== location.href) history.pushState(state, '', end);
          else history.replaceState(state, '', isNew ? end : location.href);
          arrive(scroll);
        } catch (error) {
          if (mine !== turn) return;
          if (isNew) location.assign(url); else location.reload();
        } finally {
          document.body.classList.remove('busy');
        }
      };

      document.addEventListener('click', (event) => {
        const link = event.target.closest && event.target.closest('a[href]');
        if (!link || event.defaultPrevented || event.button !== 0) return;
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        if (link.origin !== location.origin || link.target || link.getAttribute('href')[0] === '#') return;
        event.preventDefault();
        load(link.href, undefined, true);
      });

      document.addEventListener('keydown', (event) => {
        if (event.key !== 'Escape') return;
        const close = document.querySelector('[role=dialog] a.close');
        if (close) close.click();
      });

      // A link within the page, as that which skips to the content, is the browser's affair.
      window.addEventListener('popstate', (event) => {
        if (event.state) load(location.href, event.state.place, false);
      });

      // The inspector's last requests, as they come in; where they do not, there is a link to look again.
      let source;
      const watch = () => {
        if (source) source.close();
        source = undefined;
        const list = document.querySelector('#dispatches tbody');
        // A window that nobody looks at takes up no connection.
        if (!list || document.hidden) return;
        const mine = source = new EventSource('/inspector/dispatches');
        const tell = (isOpen) => {
          document.getElementById('refresh').hidden = isOpen;
          document.getElementById('live').hidden = !isOpen;
        };
        mine.onopen = () => { if (mine === source) tell(true); };
        mine.onerror = () => { if (mine === source) tell(false); };
        mine.onmessage = (event) => { if (mine === source) list.innerHTML = event.data; };
      };
      document.addEventListener('visibilitychange', watch);
      // A page that the browser keeps for the way back holds none either.
      window.addEventListener('pagehide', () => { if (source) source.close(); });
      window.addEventListener('pageshow', (event) => { if (event.persisted) watch(); });

      history.replaceState({ place: room().dataset.place }, '');
      if (document.querySelector('[role=dialog], [aria-invalid]')) arrive(false);
      watch();
    })();
    """
}
