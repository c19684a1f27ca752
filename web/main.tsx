import { createRoot } from 'react-dom/client';
import '#web/styles/fonts.css';
import '#web/styles/library.css';
import '#web/styles/tokens.css';
import '#web/styles/base.css';
import '#web/styles/controls.css';
import '#web/styles/print.css';
import { App } from '#web/App.tsx';
import { listenBeforeRouter } from '#web/lib/hold-history.ts';
import { watchNetwork } from '#web/lib/online.ts';
import { loadPageAt } from '#web/routes.tsx';
import { Waiting } from '#web/ui/Waiting.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root.');
listenBeforeRouter();
watchNetwork();
const page = createRoot(root);
page.render(<Waiting isWholeScreen />);
// Code that does not arrive now is asked for again by the part that needs the code.
void loadPageAt(location.pathname)
  .catch(() => undefined)
  .then(() => page.render(<App />));
