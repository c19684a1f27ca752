import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** The programs that the server starts as child processes, relative to server/. */
export const CHILDREN = [
  'features/lead-import/reading/import-child.ts',
  'spreadsheets/write-child.ts',
] as const;

/** The file next to the built programs that lists their sources; `scripts/children-build.ts` writes it. */
export const INPUTS = 'inputs.json';

/**
 * The folders and files a child may read when it runs from source; the data folder may lie next to them, out
 * of its reach.
 */
const SOURCES = ['server/', 'shared/', 'package.json', 'node_modules/'];

/**
 * Arguments that run a program as a child process that can read only the program's code and the given files,
 * not even the data folder inside the project. The child cannot write or start anything. The program is the
 * last argument.
 */
export function childProgram(name: (typeof CHILDREN)[number], ...files: string[]): string[] {
  const { program, code } = codeOf(ROOT, name);
  const readable = [...code, ...files].map((path) => `--allow-fs-read=${path}`);
  return ['--permission', ...readable, program];
}

/** The built program (decision 43), or its source if any source has changed since the build. @internal */
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
