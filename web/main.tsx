import { useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import '#web/styles/first-font.css';
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
import { currentSession } from '#web/session/session-store.ts';
import { Waiting } from '#web/ui/Waiting.tsx';

const found = document.getElementById('root');
if (!found) throw new Error('index.html has no element with the id root.');
const root = found;
listenBeforeRouter();
watchNetwork();
void start();

/** The app takes over a page that the build has drawn; every other page is drawn here. */
async function start(): Promise<void> {
  if (currentSession().user) root.replaceChildren();
  document.documentElement.removeAttribute('data-signed-in');
  const isDrawn = root.hasChildNodes();
  // Code that does not arrive now is asked for again by the part that needs the code.
  const code = loadPageAt(location.pathname).catch(() => undefined);
  if (isDrawn) {
    await code;
    if (isAsDrawn()) hydrateRoot(root, <Ready />);
    else createRoot(root).render(<Ready />);
    return;
  }
  const page = createRoot(root);
  page.render(<Waiting isWholeScreen />);
  await Promise.all([code, allStyles()]);
  page.render(<Ready />);
}

/** Whether the page has nothing to say that the build did not know, such as the notice of another page. */
const isAsDrawn = () =>
  root.dataset['page'] === location.pathname && !(history.state as { usr?: unknown } | null)?.usr;

/** Waits for the styles of all pages, which a page that the build has drawn did not wait for. */
async function allStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  const coming = links.filter(({ sheet }) => !sheet);
  await Promise.all(
    coming.map(
      (link) =>
        new Promise((resolve) => {
          for (const end of ['load', 'error']) link.addEventListener(end, resolve);
        }),
    ),
  );
}

function Ready() {
  // Heard by first-paint.js, which has kept a button that was pressed too early.
  useEffect(() => void dispatchEvent(new Event('lms-ready')), []);
  return <App />;
}
