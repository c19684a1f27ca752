import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** The programs that the server starts as children, below server/. */
export const CHILDREN = ['features/lead-import/import-child.ts', 'spreadsheets/write-child.ts'] as const;

/**
 * The file beside the built programs that lists the sources in them; `scripts/children-build.ts` writes the list.
 */
export const INPUTS = 'inputs.json';

/** The folders and files of the sources, where a child runs them; the data folder may lie beside these. */
const SOURCES = ['server/', 'shared/', 'package.json', 'node_modules/'];

/**
 * Arguments that let a child process run one of the programs and read the program's code and the files given, and nothing
 * else, not even the data folder within the project: the child writes nothing and starts nothing. The program comes last.
 */
export function childProgram(name: (typeof CHILDREN)[number], ...files: string[]): string[] {
  const { program, code } = codeOf(ROOT, name);
  const readable = [...code, ...files].map((path) => `--allow-fs-read=${path}`);
  return ['--permission', ...readable, program];
}

/**
 * The built program (decision 43), unless one of the sources has changed since: then the sources.
 * @internal
 */
export function codeOf(root: string, name: string): { program: string; code: string[] } {
  const folder = join(root, 'dist', 'children/');
  const built = join(folder, `${basename(name, '.ts')}.js`);
  if (isNewest(root, folder, built)) return { program: built, code: [folder] };
  const packages = join(realpathSync(join(root, 'node_modules')), '/');
  const code = [...SOURCES.map((source) => join(root, source)), packages];
  return { program: join(root, 'server', name), code };
}

function isNewest(root: string, folder: string, built: string): boolean {
  try {
    const since = statSync(built).mtimeMs;
    const inputs = JSON.parse(readFileSync(join(folder, INPUTS), 'utf8')) as string[];
    return inputs.every((file) => statSync(join(root, file)).mtimeMs <= since);
  } catch {
    return false;
  }
}
