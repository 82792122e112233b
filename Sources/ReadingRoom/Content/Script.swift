/// The one script: it fetches pages and swaps their content, where without it the browser would
/// load them.
///
/// Each history entry of the browser carries the number of the store's state, which is sent when
/// the browser goes back or forward, so that exactly that state is shown again. It also carries
/// where the page was scrolled to and the link that was followed from it, so that a reader finds
/// both again.
enum Script {
  static let text =
    "(() => {\n'use strict';\n" + entries + loading + trouble + events + start + "})();\n"

  /// The values that entries of the browser's history carry.
  private static let entries = """
    const room = () => document.getElementById('room');
    const dialog = () => document.querySelector('[role=dialog]');
    // Each load has a turn; an answer that comes when its turn is over is dropped.
    let turn = 0;
    let isBusy = false;

    // The page is swapped when the browser would restore its own: before the new one is there.
    history.scrollRestoration = 'manual';
    const mark = (more) => history.replaceState({ ...history.state, ...more }, '');
    let saving;
    window.addEventListener('scroll', () => {
      clearTimeout(saving);
      saving = setTimeout(() => { if (!isBusy) mark({ y: window.scrollY }); }, 100);
    }, { passive: true });
    // Where each page was left, for the bar of sections.
    const left = new Map();

    const leave = (link) => {
      clearTimeout(saving);
      mark({ y: window.scrollY, from: link && link.getAttribute('href') });
      if (room().dataset.page) left.set(room().dataset.page, window.scrollY);
    };

    """

  /// Asking for pages, and showing them.
  private static let loading = """
    const show = (text) => {
      const page = new DOMParser().parseFromString(text, 'text/html');
      const next = page.getElementById('room');
      if (!next) return false;
      document.title = page.title;
      document.body.className = page.body.className;
      room().replaceWith(document.adoptNode(next));
      return true;
    };

    // The content has changed: where a reader's eye and focus go, and what a screen reader says.
    const arrive = (y, from) => {
      const named = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
      if (y !== undefined) window.scrollTo(0, y); else if (named) named.scrollIntoView();
      const place = dialog() || document.getElementById('main');
      const link = from && place.querySelector(`a[href="${CSS.escape(from)}"]`);
      const wrong = document.querySelector('[aria-invalid]');
      (wrong || link || place).focus({ preventScroll: true });
      mark({ y: window.scrollY });
      document.getElementById('says').textContent = document.title;
    };

    const busy = (is) => {
      isBusy = is;
      document.body.classList.toggle('busy', is);
    };

    // Shows the page of a URL, or of what a form is answered with. It becomes a `new` entry of the history, takes the
    // place of the `same` one, or is the one that the browser has gone to already, which is `known`.
    const load = async (url, how = {}) => {
      const { entry = 'new', place, body, isTab, button } = how;
      const mine = ++turn;
      const before = {
        page: room().dataset.page, isOpen: !!dialog(), isPassed: 'passed' in room().dataset,
        path: location.pathname,
      };
      settle();
      busy(true);
      if (button) button.disabled = true;
      let response, text;
      try {
        const headers = place === undefined ? {} : { 'Room-Place': String(place) };
        const method = body ? 'POST' : 'GET';
        response = await fetch(url, { method, headers, body, credentials: 'same-origin' });
        text = await response.text();
      } catch (error) {
        if (mine !== turn) return;
        busy(false);
        if (button) button.disabled = false;
        return lose(() => load(url, how), !!body);
      }
      // Somebody was quicker than the answer: a later one counts.
      if (mine !== turn) return;
      busy(false);
      recover();
      if (!show(text)) return body ? location.reload() : location.assign(url);
      const { page, place: number } = room().dataset;
      const isSamePage = page !== undefined && page === before.page;
      const over = (history.state && history.state.over) || 0;
      if (entry === 'known') {
        mark({ place: number });
        return arrive(history.state.y ?? (isSamePage ? undefined : 0), history.state.from);
      }
      const closes = isSamePage && before.isOpen && !dialog();
      // The entry of the page below is there already: back to it.
      if (closes && over) return history.go(-over);
      const hash = new URL(url, location.href).hash;
      // A form that is shown again stands where it stood.
      const end = body && !response.redirected
        ? location.href : response.url + (response.redirected ? '' : hash);
      const isNew = entry === 'new' && end !== location.href && !before.isPassed && !closes;
      // How many entries lie between this one and the page below its dialog.
      let depth = 0;
      if (isSamePage && dialog()) depth = !before.isOpen ? 1 : over && isNew ? over + 1 : over;
      const state = { place: number, over: depth };
      if (isNew) history.pushState(state, '', end); else history.replaceState(state, '', end);
      const y = isSamePage ? undefined : isTab ? left.get(page) ?? 0 : location.hash ? undefined : 0;
      arrive(y, closes ? before.path : undefined);
    };

    // Closes the dialog: goes back to the page below, if that is where the reader came from.
    const close = (link) => {
      const over = history.state && history.state.over;
      if (over) history.go(-over); else load(link.href, { entry: 'same' });
    };

    """

  /// The way out when the server cannot be reached: the page stays, and asks again.
  private static let trouble = """
    let retry, timer, delay = 1000;
    const lose = (again, isForm) => {
      let bar = document.getElementById('trouble');
      if (!bar) {
        bar = document.createElement('div');
        bar.id = 'trouble';
        bar.setAttribute('role', 'alert');
        bar.append(document.createElement('span'), document.createElement('button'));
        document.body.append(bar);
      }
      const text = isForm
        ? 'The room cannot be reached, so your form may not have arrived.'
        : 'The room cannot be reached. Trying again …';
      const [words, button] = bar.children;
      if (words.textContent !== text) words.textContent = text;
      button.textContent = isForm ? 'Send it again' : 'Try now';
      retry = again;
      button.onclick = () => again();
      // A form may have done its work already: its reader decides.
      if (isForm) return;
      timer = setTimeout(again, delay);
      delay = Math.min(2 * delay, 10000);
    };
    const settle = () => {
      clearTimeout(timer);
      retry = undefined;
    };
    const recover = () => {
      delay = 1000;
      const bar = document.getElementById('trouble');
      if (bar) bar.remove();
    };
    window.addEventListener('online', () => { if (retry && timer) retry(); });

    """

  /// Clicks, forms, keys and the browser's own buttons.
  private static let events = """
    document.addEventListener('click', (event) => {
      if (event.defaultPrevented || event.button !== 0) return;
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      const link = event.target.closest && event.target.closest('a[href]');
      if (!link) return;
      if (link.origin !== location.origin || link.target || link.getAttribute('href')[0] === '#') return;
      event.preventDefault();
      if (link.matches('.shade') && isWritten()) return;
      if (link.matches('.close, .shade')) return close(link);
      leave(link);
      load(link.href, { isTab: !!link.closest('.tabs') && !link.hasAttribute('aria-current') });
    });

    document.addEventListener('submit', (event) => {
      const form = event.target;
      const action = new URL(form.getAttribute('action') || '', location.href);
      if (event.defaultPrevented || action.origin !== location.origin) return;
      event.preventDefault();
      leave();
      const fields = new URLSearchParams(new FormData(form, event.submitter));
      if (form.method === 'post') return load(action.href, { body: fields, button: event.submitter });
      action.search = fields;
      load(action.href);
    });

    // Whether something was written in the dialog that would be lost; the first time it is said, the second time it is.
    const isWritten = () => {
      const open = dialog();
      const fields = open ? [...open.querySelectorAll('input:not([type=hidden])')] : [];
      if (open.dataset.warned || !fields.some((field) => field.value !== field.defaultValue)) return false;
      open.dataset.warned = 'yes';
      const words = document.createElement('p');
      words.className = 'warned';
      words.setAttribute('role', 'status');
      open.append(words);
      words.textContent = 'What you have written is not kept yet. Close again to drop it.';
      return true;
    };

    document.addEventListener('keydown', (event) => {
      const link = event.key === 'Escape' && document.querySelector('[role=dialog] a.close');
      if (link && !isWritten()) close(link);
    });

    // A link within the page, as that which skips to the content, is the browser's affair.
    window.addEventListener('popstate', (event) => {
      clearTimeout(saving);
      if (event.state) load(location.href, { entry: 'known', place: event.state.place });
    });

    """

  /// The part that runs when a page has been loaded.
  private static let start = """
    const { place } = room().dataset;
    const known = history.state;
    if (place !== undefined && known && known.place !== undefined && known.place !== place) {
      // The browser has loaded an entry anew, as after a form of a page without the script: its own state is shown.
      load(location.href, { entry: 'known', place: known.place });
    } else {
      mark({ place });
      if (known && known.y) window.scrollTo(0, known.y);
      if (dialog() || document.querySelector('[aria-invalid]')) arrive();
    }

    """
}
