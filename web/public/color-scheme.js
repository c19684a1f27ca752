// Runs before the first paint; the key is the one web/theme.ts gives to the component library.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('lms-color-scheme');
  } catch {
    // Storage may be forbidden: the system's choice stands.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
