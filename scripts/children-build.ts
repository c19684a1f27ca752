import { isAbsolute, join, relative, sep } from 'node:path';
import { build } from 'vite';
import type { Plugin } from 'vite';
import { CHILDREN, INPUTS } from '../server/child-programs.ts';

const ROOT = join(import.meta.dirname, '..');

/**
 * Bundles each of the server's child programs into one file. Otherwise a child reads about a hundred files
 * and strips their types at every start (docs/decisions/0043-children-in-one-file.md).
 */
await build({
  configFile: false,
  plugins: [inputs()],
  root: ROOT,
  publicDir: false,
  ssr: { noExternal: true },
  build: {
    ssr: true,
    outDir: 'dist/children',
    target: 'node24',
    minify: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: CHILDREN.map((name) => join(ROOT, 'server', name)),
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js' },
    },
  },
});

/**
 * Lists the project's files in the bundles, so that a server sees when one of them is newer than its bundle.
 */
function inputs(): Plugin {
  return {
    name: 'lms-inputs',
    generateBundle(_, bundle) {
      const files = Object.values(bundle)
        .flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []))
        .map((id) => relative(ROOT, id).split(sep).join('/'))
        .filter((file) => /^(?:server|shared)\//.test(file) && !isAbsolute(file));
      this.emitFile({
        type: 'asset',
        fileName: INPUTS,
        source: JSON.stringify([...new Set(files)].toSorted()),
      });
    },
  };
}
