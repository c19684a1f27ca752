import { createReadStream, createWriteStream, existsSync, readFileSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Plugin, ResolvedConfig } from 'vite';

const ASSETS = 'assets/';
const COMPRESSED = /\.(?:br|gz)$/;
/** The hashed files of the last build, in the folder that Vite keeps its manifest in. */
const LIST = '.vite/files.json';

const folderOf = ({ root, build }: ResolvedConfig) => join(root, build.outDir);

/**
 * Keeps the hashed files of the build before, which servers that are not yet restarted and tabs that are still open
 * ask for, and removes those of earlier builds.
 */
export function keepEarlierFiles(): Plugin {
  let folder = '';
  return {
    name: 'lms-keep-earlier-files',
    apply: 'build',
    configResolved: (config) => void (folder = folderOf(config)),
    async writeBundle(_options, bundle) {
      const list = join(folder, LIST);
      const built = Object.keys(bundle).filter((name) => name.startsWith(ASSETS));
      const before = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as string[]) : undefined;
      const kept = new Set([...built, ...(before ?? [])]);
      for (const name of before ? await readdir(join(folder, ASSETS)) : [])
        if (!kept.has(ASSETS + name.replace(COMPRESSED, ''))) await rm(join(folder, ASSETS, name));
      await writeFile(list, JSON.stringify(built));
    },
  };
}

/** Writes `.br` and `.gz` beside every text asset, so that the server sends files and compresses nothing. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'lms-precompress',
    apply: 'build',
    configResolved: (config) => void (folder = folderOf(config)),
    async closeBundle() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries
        .filter(
          (entry) => entry.isFile() && /\.(?:js|css|svg|json|webmanifest)$|^offline.html$/.test(entry.name),
        )
        .map((entry) => join(entry.parentPath, entry.name))
        // A hashed name stands for its content.
        .filter((file) => !file.startsWith(join(folder, ASSETS)) || !existsSync(`${file}.gz`));
      for (const file of files) {
        const brotli = createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
        await compress(file, `${file}.br`, brotli);
        await compress(file, `${file}.gz`, createGzip({ level: 9 }));
      }
    },
  };
}

/** An interrupted build leaves no half of a compressed file. */
async function compress(file: string, target: string, by: NodeJS.ReadWriteStream): Promise<void> {
  const draft = `${target}.part`;
  await pipeline(createReadStream(file), by, createWriteStream(draft));
  await rename(draft, target);
}
