import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { builtFiles } from './scripts/built-files.ts';
import { firstPaint, publicPages } from './scripts/public-pages.ts';

/** Leaves out the sentences about endpoints, and who may make them: only the server and the API's document know. */
function withoutSummaries(): Plugin {
  const unread =
    /^ *(?:summary:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")|(?:permission|proof): '[\w.]+'),\n/gm;
  return {
    name: 'lms-without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: (code, id) =>
      /[\\/]shared[\\/][^\\/]+[\\/][^\\/]+\.ts$/.test(id)
        ? { code: code.replaceAll(unread, ''), map: null }
        : undefined,
  };
}

/** Asks for the Latin face together with the style sheet instead of after it. */
function preloadFont(): Plugin {
  return {
    name: 'lms-preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((name) => /inter-latin-wght.*\.woff2$/.test(name));
        if (!font) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

/** `card_x7Qk`: one ending for all classes of a file, where the default's line numbers would hardly compress. */
function scopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.split('?', 1)[0] ?? file);
  return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`;
}

/** The panels of the settings: similar and small, they load together. */
const PANELS = [
  ...readFileSync(join(import.meta.dirname, 'web/settings-tabs.ts'), 'utf8').matchAll(
    /import\('#web\/(.+)\.tsx'\)/g,
  ),
].flatMap(([, root]) => root ?? []);

/**
 * Files of the build that hold what pages need together: dozens of small ones would each be a request. A module is in the
 * first part whose roots import the module, however far away.
 */
const PARTS: { name: string; roots: string[]; isWhole?: true }[] = [
  { name: 'base', roots: ['main'] },
  {
    name: 'public',
    roots: [
      'pages/LandingPage',
      'pages/LoginPage',
      'pages/ForgotPasswordPage',
      'pages/ResetPasswordPage',
      'pages/ConfirmEmailPage',
      'pages/RegisterPage',
      'pages/NotFoundPage',
    ],
  },
  {
    name: 'frame',
    roots: [
      'ui/states/Library',
      'shell/SessionProvider',
      'shell/Shell',
      'ui/states/Toaster',
      'features/notifications/NotificationBell',
    ],
  },
  { name: 'lists', roots: ['pages/LeadsPage'] },
  { name: 'day', roots: ['pages/DashboardPage'] },
  {
    // What every private page loads by itself, as soon as it is shown.
    name: 'beside',
    isWhole: true,
    roots: [
      'shell/notices/ConnectionBar',
      'shell/notices/PushOffer',
      'shell/dialogs/ProofQuestion',
      'features/call-logs/CallReturn',
      'features/reminders/DueReminders',
      'live/live.ts',
      'api/kept/kept.ts',
      'api/cache/written.ts',
      'api/cache/optimistic.ts',
    ],
  },
  { name: 'settings', roots: PANELS },
  { name: 'lead', roots: ['pages/LeadPage', 'pages/LogCallPage'] },
];

/** Styles of parts and of the lead popup that several pages and popups share. */
const isSharedStyle = (id: string) =>
  /[\\/]web[\\/](?:ui(?:[\\/]\w+)?|pages|leads[\\/]popup)[\\/]\w+\.module\.css/.test(id);

type Modules = { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null };

/** The part that a module belongs to, the first with a root that imports it; null if there is none. */
function partOf(id: string, modules: Modules): (typeof PARTS)[number] | undefined {
  const fileOf = (root: string) =>
    join(import.meta.dirname, 'web', root.endsWith('.ts') ? root : `${root}.tsx`);
  return PARTS.find(({ roots }) => roots.some((root) => importedBy(fileOf(root), modules).has(id)));
}

/** The name of a module's part, if that is one of those which hold all of their modules, or one of the others. */
const nameIn = (isWhole: boolean) => (id: string, modules: Modules) => {
  const part = partOf(id, modules);
  return part && (part.isWhole ?? false) === isWhole ? part.name : null;
};

const imported = new Map<string, Set<string>>();

function importedBy(root: string, modules: Modules): Set<string> {
  const known = imported.get(root) ?? new Set([root]);
  if (imported.has(root)) return known;
  if (!modules.getModuleInfo(root)) throw new Error(`No page imports ${root}: correct PARTS.`);
  for (const each of known)
    for (const next of modules.getModuleInfo(each)?.importedIds ?? []) known.add(next);
  imported.set(root, known);
  return known;
}

export default defineConfig({
  root: 'web',
  base: '/',
  css: { modules: { generateScopedName: scopedName } },
  plugins: [
    react(),
    withoutSummaries(),
    firstPaint(),
    preloadFont(),
    publicPages({ generateScopedName: scopedName }),
    builtFiles(),
  ],
  server: {
    fs: { allow: ['..'] },
    // The modules of web/api have such addresses, too; they are Vite's own.
    proxy: {
      '^/api/(?![^?]*\\.tsx?(?:\\?|$))': {
        target: process.env['API_ORIGIN'] ?? 'http://127.0.0.1:3000',
        changeOrigin: false,
      },
    },
  },
  build: {
    outDir: '../dist/web',
    // scripts/built-files.ts removes what is outdated.
    emptyOutDir: false,
    manifest: true,
    target: 'baseline-widely-available',
    // Files stay files: the content security policy allows no data: fonts, and names are hashed anyway.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Dozens of files of two lines each would weigh more than what is in them.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: nameIn(true) },
            { name: nameIn(false), minShareCount: 2 },
            { name: 'parts', test: isSharedStyle, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
