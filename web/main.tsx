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
import { holdFocus } from '#web/lib/focus-content.ts';
import { listenBeforeRouter } from '#web/lib/hold-history.ts';
import { watchNetwork } from '#web/lib/online.ts';
import { watchActs } from '#web/lib/quiet.ts';
import { loadPageAt } from '#web/routes.tsx';
import { currentSession } from '#web/session/session-store.ts';
import { Waiting } from '#web/ui/states/Waiting.tsx';

const found = document.getElementById('root');
if (!found) throw new Error('index.html has no element with the id root.');
const root = found;
listenBeforeRouter();
holdFocus();
watchNetwork();
watchActs();
void start();

/** The app hydrates a page that the build has rendered. Every other page is rendered here. */
async function start(): Promise<void> {
  if (currentSession().user) root.replaceChildren();
  document.documentElement.removeAttribute('data-signed-in');
  const isDrawn = root.hasChildNodes();
  // A component whose code fails to load now deals with it when it is rendered.
  const code = loadPageAt(location.pathname).then(
    () => true,
    () => false,
  );
  if (isDrawn) {
    if ((await code) && root.dataset['page'] === location.pathname) hydrateRoot(root, <Ready />);
    else createRoot(root).render(<Ready />);
    return;
  }
  const page = createRoot(root);
  page.render(<Waiting isWholeScreen />);
  await Promise.all([code, allStyles()]);
  page.render(<Ready />);
}

/** Waits for the styles of all pages. A prerendered page did not wait for them. */
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
  // first-paint.js listens for this: it has stored a button that was clicked too early.
  useEffect(() => void dispatchEvent(new Event('lms-ready')), []);
  return <App />;
}
