import { createRoot } from 'react-dom/client';
import '#web/styles/fonts.css';
import '#web/styles/library.css';
import '#web/styles/tokens.css';
import '#web/styles/base.css';
import '#web/styles/controls.css';
import { App } from '#web/App.tsx';
import { listenBeforeRouter } from '#web/lib/hold-history.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id root.');
listenBeforeRouter();
createRoot(root).render(<App />);
