import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

/** Writes `.br` and `.gz` beside every text asset, so that the server sends files and compresses nothing. */
function precompress(): Plugin {
  let folder = '';
  return {
    name: 'lms-precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile() && /\.(?:js|css|html|svg|json|webmanifest)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name));
      for (const file of files) {
        const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        await pipeline(createReadStream(file), brotli, createWriteStream(`${file}.br`));
        await pipeline(createReadStream(file), createGzip({ level: 9 }), createWriteStream(`${file}.gz`));
      }
    },
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

/** Icons of the signed-in pages; the sign-in page does not wait for those. */
const PUBLIC_ICONS = [
  'bell-ring',
  'circle-alert',
  'circle-exclamation-point',
  'eye',
  'eye-off',
  'layers',
  'sliders-horizontal',
];
const isSharedIcon = (id: string) => {
  const [, icon] = /lucide-react[\\/].*[\\/]icons[\\/]([\w-]+)\./.exec(id) ?? [];
  return icon !== undefined && !PUBLIC_ICONS.includes(icon);
};

/** Styles that pages share: of parts, of the lead popup and of their own; but for those of the sign-in page. */
const isSharedStyle = (id: string) =>
  /[\\/]web[\\/](?:ui|pages|leads[\\/]popup)[\\/](?!Plain|Waiting|StateMessage)\w+\.module\.css/.test(id);

/** Small modules that many signed-in pages share, without components: those would bring the library's with them. */
const isSmall = (id: string) =>
  /[\\/]web[\\/](?:leads|pickers)[\\/][\w-]+\.ts$|[\\/]shared[\\/](?:numbers|money)\.ts$/.test(id);

export default defineConfig({
  root: 'web',
  base: '/',
  css: { modules: { generateScopedName: scopedName } },
  plugins: [react(), preloadFont(), precompress()],
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
    emptyOutDir: true,
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
            { name: 'icons', test: isSharedIcon, minShareCount: 2 },
            { name: 'parts', test: isSharedStyle, minShareCount: 2 },
            { name: 'small', test: isSmall, minShareCount: 3, maxModuleSize: 3000 },
          ],
        },
      },
    },
  },
});
