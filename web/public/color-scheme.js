// Runs before the first paint; the key is the one web/theme.ts gives to the component library.
var system = matchMedia('(prefers-color-scheme: dark)');
function applyColorScheme() {
  var chosen = null;
  try {
    chosen = localStorage.getItem('lms-color-scheme');
  } catch {
    // Storage may be forbidden: the system's choice stands.
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && system.matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
}
applyColorScheme();
// The public pages go without the library, which follows the system by itself.
system.addEventListener('change', applyColorScheme);
