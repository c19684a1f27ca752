import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/global.css';
import '#web/styles/first-font.css';
import '#web/styles/tokens.css';
import '#web/styles/base.css';
import '#web/styles/drawn.css';
import { App } from '#web/App.tsx';
import '#web/pages/LandingPage.tsx'; // oxlint-disable-line import/no-unassigned-import -- part of this bundle
import '#web/pages/LoginPage.tsx'; // oxlint-disable-line import/no-unassigned-import -- part of this bundle
import { LANDING_TITLE, SUMMARY } from '#web/pages/landing/content.ts';
import { paths } from '#web/paths.ts';
import { loadPageAt } from '#web/routes.tsx';

/**
 * The pages that the build renders to HTML (scripts/public-pages.ts), so that visitors see them before any
 * code has loaded. The styles imported here and by these pages are inlined. The web font loads after the
 * first paint: on a slow connection it would delay the picture of the product.
 */
export const publicPages = [
  { address: paths.root, source: 'pages/LandingPage.tsx', title: LANDING_TITLE, description: SUMMARY },
  { address: paths.login, source: 'pages/LoginPage.tsx', title: 'Sign In · LMS', description: SUMMARY },
];

/** Returns the HTML of a page as a signed-out visitor sees it. */
export async function drawPage(address: string): Promise<string> {
  await loadPageAt(address);
  return renderToString(
    <App router={({ children }) => <StaticRouter location={address}>{children}</StaticRouter>} />,
  );
}
