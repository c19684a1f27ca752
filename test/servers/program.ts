import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';

const ROOT = join(import.meta.dirname, '../..');
/** Paths of programs and temporary files, and a clock or delays that the run has set. */
const KEPT =
  /^(?:PATH|HOME|TMPDIR|TEMP|TMP|SYSTEMROOT|NODE_COMPILE_CACHE|LD_PRELOAD|FAKETIME\w*|TEST_DELAYS)$/i;

/** The environment of one of the project's programs: these settings, and none from the developer's shell. */
export function environmentOf(settings: Readonly<Record<string, string | undefined>>): NodeJS.ProcessEnv {
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => KEPT.test(name))),
    ...settings,
  };
}

/** `status` is null for a program ended by a signal. */
export type Ended = { status: number | null; stdout: string; stderr: string };

/**
 * Runs a program of `server/`, like "doctor", to its end; `heard` is called with each chunk of its error
 * output. The test continues meanwhile, and may release its locks.
 */
export async function runProgram(
  name: string,
  args: readonly string[],
  settings: Readonly<Record<string, string | undefined>>,
  heard: (said: string) => void = () => {},
): Promise<Ended> {
  const child = spawn(
    process.execPath,
    [join('server', name === 'main' ? '' : 'commands', `${name}.ts`), ...args],
    {
      cwd: ROOT,
      env: environmentOf(settings),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  child.stderr.setEncoding('utf8').on('data', heard);
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { status, stdout, stderr };
}
