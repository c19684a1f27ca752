import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/**
 * Arguments that let a child process read the program, its packages (which may be a link to another place) and the files
 * given, and nothing else: it writes nothing and starts nothing.
 */
export function readOnly(...paths: string[]): string[] {
  const readable = [ROOT, join(realpathSync(join(ROOT, 'node_modules')), '/'), ...paths];
  return ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`)];
}
