import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Plugin } from 'vite';

const ASSETS = 'assets/';
const COMPRESSED = /\.(?:br|gz)$/;
/** The hashed files of the last build, in the folder that Vite keeps its manifest in. */
const LIST = '.vite/files.json';

/**
 * Looks after the files of a build. The hashed ones of the build before stay, since servers that are not yet
 * restarted and tabs that are still open ask for them; those of earlier builds go. Every text asset gets a `.br`
 * and a `.gz` beside it, so that the server sends files and compresses nothing.
 */
export function builtFiles(): Plugin {
  let folder = '';
  return {
    name: 'lms-built-files',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir);
    },
    async writeBundle(_options, bundle) {
      const built = Object.keys(bundle).filter((name) => name.startsWith(ASSETS));
      await removeEarlier(folder, built);
    },
    async closeBundle() {
      await precompress(folder);
    },
  };
}

async function removeEarlier(folder: string, built: readonly string[]): Promise<void> {
  const list = join(folder, LIST);
  const before = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as string[]) : undefined;
  const kept = new Set([...built, ...(before ?? [])]);
  for (const name of before ? await readdir(join(folder, ASSETS)) : [])
    if (!kept.has(ASSETS + name.replace(COMPRESSED, ''))) await rm(join(folder, ASSETS, name));
  await writeFile(list, JSON.stringify(built));
}

async function precompress(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(?:js|css|svg|json|webmanifest)$|^offline.html$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    // A hashed name stands for its content.
    .filter((file) => !file.startsWith(join(folder, ASSETS)) || !existsSync(`${file}.gz`));
  for (const file of files) {
    const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
    await compress(file, `${file}.br`, brotli);
    await compress(file, `${file}.gz`, createGzip({ level: 9 }));
  }
}

/** An interrupted build leaves no half of a compressed file. */
async function compress(file: string, target: string, by: NodeJS.ReadWriteStream): Promise<void> {
  const draft = `${target}.part`;
  await pipeline(createReadStream(file), by, createWriteStream(draft));
  await rename(draft, target);
}
