// Renders the pages for visitors to HTML at build time: they show before any code has loaded, and the app
// then takes them over.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, minifySync } from 'vite';
import type { CSSModulesOptions, Manifest, Plugin } from 'vite';

const ROOT = join(import.meta.dirname, '..');
/** Below node_modules, so that the compiled pages find their packages. */
const WORKSHOP = join(ROOT, 'node_modules/.cache/public-pages');

type PublicPage = { address: string; source: string; title: string; description: string };

/** The exports of web/public-pages.tsx. */
type Parts = {
  publicPages: PublicPage[];
  drawPage: (address: string) => Promise<string>;
};

/** Inlines the head script into each page: as a separate file it would hold up the first paint. */
export function firstPaint(): Plugin {
  return {
    name: 'lms-first-paint',
    transformIndexHtml: (html) => html.replace('<!-- first-paint.js -->', () => script('first-paint.js')),
  };
}

function script(name: string, fill = (code: string) => code): string {
  const { code } = minifySync(name, readFileSync(join(ROOT, 'web/inline', name), 'utf8'));
  return `<script>${fill(code).trim()}</script>`;
}

/**
 * Renders each public page into a copy of index.html below `pages` (`/login` becomes `login.html`), with its
 * styles.
 */
export function publicPages(modules: CSSModulesOptions): Plugin {
  let folder = '';
  return {
    name: 'lms-public-pages',
    apply: 'build',
    configResolved: (config) => {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle: {
      order: 'pre',
      sequential: true,
      async handler(failure) {
        // Vite says what failed; without its files nothing more can be said.
        if (failure) return;
        const styles = await buildParts(modules);
        const made = `${pathToFileURL(join(WORKSHOP, 'public-pages.mjs')).href}?${Date.now()}`;
        const parts = (await import(made)) as Parts;
        const manifest = readManifest(folder);
        const index = readFileSync(join(folder, 'index.html'), 'utf8');
        rmSync(join(folder, 'pages'), { recursive: true, force: true });
        mkdirSync(join(folder, 'pages'));
        for (const each of parts.publicPages) {
          const { address, source } = each;
          const drawn = await parts.drawPage(address);
          const page = pageOf(index, { ...each, drawn, styles, files: filesOf(manifest, source) });
          writeFileSync(join(folder, 'pages', `${address.slice(1) || 'index'}.html`), page);
        }
        rmSync(WORKSHOP, { recursive: true });
      },
    },
  };
}

/** Compiles the pages for Node and returns the styles that they import. */
async function buildParts(modules: CSSModulesOptions): Promise<string> {
  await build({
    configFile: false,
    root: join(ROOT, 'web'),
    logLevel: 'warn',
    plugins: [react()],
    css: { modules },
    build: {
      ssr: 'public-pages.tsx',
      ssrEmitAssets: true,
      outDir: WORKSHOP,
      emptyOutDir: true,
      copyPublicDir: false,
      cssMinify: true,
      assetsInlineLimit: 0,
      manifest: true,
      rolldownOptions: { output: { entryFileNames: '[name].mjs' } },
    },
  });
  const { css } = filesOf(readManifest(WORKSHOP), 'public-pages.tsx');
  return css.map((file) => readFileSync(join(WORKSHOP, file), 'utf8').trim()).join('');
}

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Manifest;

type Files = { js: string[]; css: string[] };

/** The code and styles of a source and of everything it imports statically, in the order of the cascade. */
function filesOf(manifest: Manifest, source: string, files: Files = { js: [], css: [] }): Files {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`No file is built from ${source}: correct web/public-pages.tsx.`);
  const { file, css = [], imports = [] } = chunk;
  if (files.js.includes(file)) return files;
  files.js.push(file);
  for (const each of imports) filesOf(manifest, each, files);
  files.css.push(...css.filter((each) => !files.css.includes(each)));
  return files;
}

type Drawn = PublicPage & { drawn: string; styles: string; files: Files };

/** Code, and the styles of other pages, are loaded by after-paint.js. */
function pageOf(index: string, page: Drawn): string {
  const { address, title, drawn, styles, files } = page;
  const namesIn = (pattern: RegExp) => [...index.matchAll(pattern)].map(([, file = '']) => file);
  const named = (list: string[]) => JSON.stringify([...new Set(list)]);
  const sheets = [
    ...namesIn(/<link rel="stylesheet".*? href="(.*?)"/g),
    ...files.css.map((file) => `/${file}`),
  ];
  const code = [...namesIn(/<script type="module".*? src="(.*?)"/g), ...files.js.map((file) => `/${file}`)];
  const afterPaint = script('after-paint.js', (text) =>
    text.replace('SHEETS', () => named(sheets)).replace('CODE', () => named(code)),
  );
  return index
    .replace(/<meta name="description".*/, () => namesOf(page))
    .replace(/<title>.*<\/title>/, () => `<title>${title}</title>\n    <style>${styles}</style>`)
    .replaceAll(/\s*<(?:link rel="(?:modulepreload|stylesheet|preload)"|script type="module").*/g, '')
    .replace('<div id="root">', () => `<div id="root" data-page="${address}">${drawn}`)
    .replace('</body>', () => `  ${afterPaint}\n  </body>`);
}

/** The page's description, and its card for shared links. The server fills in its own address. */
function namesOf({ address, title, description }: PublicPage): string {
  const facts = {
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': `{publicUrl}${address}`,
    'og:image': '{publicUrl}/lms.jpg',
    'og:image:width': '1200',
    'og:image:height': '630',
  };
  const cards = Object.entries(facts).map(
    ([name, value]) => `<meta property="${name}" content="${quoted(value)}" />`,
  );
  return [`<meta name="description" content="${quoted(description)}" />`, ...cards].join('\n    ');
}

const quoted = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
