import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/global.css';
import '#web/styles/first-font.css';
import '#web/styles/tokens.css';
import '#web/styles/base.css';
import '#web/styles/drawn.css';
import { App } from '#web/App.tsx';
import '#web/pages/LandingPage.tsx';
import '#web/pages/LoginPage.tsx';
import { LANDING_TITLE, SUMMARY } from '#web/pages/landing/content.ts';
import { paths } from '#web/paths.ts';
import { loadPageAt } from '#web/routes.tsx';

/**
 * The pages that the build draws as HTML (scripts/public-pages.ts), so that a visitor sees them before any code has
 * arrived. The styles imported here, and those of these pages, stand in the HTML. The web font comes after the first
 * paint: on a slow line it would hold up the picture of the product.
 */
export const publicPages = [
  { address: paths.root, source: 'pages/LandingPage.tsx', title: LANDING_TITLE, description: SUMMARY },
  { address: paths.login, source: 'pages/LoginPage.tsx', title: 'Sign In · LMS', description: SUMMARY },
];

/** The HTML of a page as a visitor who has not signed in sees it. */
export async function drawPage(address: string): Promise<string> {
  await loadPageAt(address);
  return renderToString(
    <App router={({ children }) => <StaticRouter location={address}>{children}</StaticRouter>} />,
  );
}
