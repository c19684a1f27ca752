// Stands in the head of every page, before the first paint; the key is the one web/theme.ts gives to the component library.
(function () {
  var page = document.documentElement;
  var system = matchMedia('(prefers-color-scheme: dark)');
  function stored(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      // Storage may be forbidden: the system's choice stands, and nobody is signed in.
      return null;
    }
  }
  function applyColorScheme() {
    var chosen = stored('lms-color-scheme');
    var dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
    page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  }
  applyColorScheme();
  // The public pages go without the library, which follows the system by itself.
  system.addEventListener('change', applyColorScheme);
  // A user with a session is on the way to their own pages: the page for visitors stays unseen.
  if (stored('accessToken') && stored('user')) page.setAttribute('data-signed-in', '');
  // A button that is pressed before the app has arrived is pressed again by web/main.tsx.
  var pressed;
  function keep(event) {
    var button = event.target.closest('button');
    if (!button) return;
    event.preventDefault();
    pressed = button;
  }
  addEventListener('click', keep, true);
  addEventListener(
    'lms-ready',
    function () {
      removeEventListener('click', keep, true);
      if (pressed) pressed.click();
    },
    { once: true },
  );
})();
