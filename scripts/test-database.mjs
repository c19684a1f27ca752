// One PostgreSQL for many test files: starting one for each took longer than many a file's tests.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { ROOT, run, ScriptError } from './run.mjs';

/**
 * Answers the variables by which test files find the server and the template that they copy, and how to stop it; a server
 * given by TEST_DATABASE_URL is used, and loses the template alone.
 */
export async function startDatabase(node) {
  if (process.env.TEST_DATABASE_URL) return external(node);
  const child = spawn(node, ['test/server.ts'], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
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

function external(node) {
  const env = { TEST_TEMPLATE: `lms_test_world_${process.pid}` };
  return { env, stop: async () => await run(node, ['test/end-run.ts'], { env }) };
}
