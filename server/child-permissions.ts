import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** The program, where every import of a child lies; the data folder may lie beside these. */
const PROGRAM = ['server/', 'shared/', 'package.json'];

/**
 * Arguments that let a child process read the program, its packages (which may be a link to another place) and the files
 * given, and nothing else, not even the data folder within the project: it writes nothing and starts nothing.
 */
export function readOnly(...paths: string[]): string[] {
  const packages = [join(ROOT, 'node_modules/'), join(realpathSync(join(ROOT, 'node_modules')), '/')];
  const readable = [...PROGRAM.map((name) => join(ROOT, name)), ...packages, ...paths];
  return ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`)];
}
