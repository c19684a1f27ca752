// One PostgreSQL for many test files: starting one for each took longer than many of the files' tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ROOT, run, runUntilEnd, ScriptError } from './run.mjs';

/**
 * Returns the variables by which test files find the server and the template they copy, and a function that
 * stops it. A server given by TEST_DATABASE_URL is used as it is, and only the template is dropped.
 */
export async function startDatabase(node) {
  if (process.env.TEST_DATABASE_URL) return external(node);
  const child = spawn(node, ['test/servers/server.ts'], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const [url] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  if (child.exitCode !== null)
    throw new ScriptError('The PostgreSQL for the tests did not start; the reason is above.');
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  return { env: { TEST_DATABASE_URL: url, TEST_TEMPLATE: 'lms_test_world' }, stop };
}

/** Runs a program on such a database, with more variables if given, and returns its exit code. */
export async function runOnDatabase(node, args, more = {}) {
  const { env, stop } = await startDatabase(node);
  try {
    return await runUntilEnd([{ file: node, args, env: { ...env, ...more } }]);
  } finally {
    await stop();
  }
}

function external(node) {
  const env = { TEST_TEMPLATE: `lms_test_world_${process.pid}` };
  return { env, stop: async () => await run(node, ['test/servers/end-run.ts'], { env }) };
}
