// Runs programs and ends scripts. Needs only Node 20 and no packages: these scripts start before anything is
// installed.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

// Every Node started from here caches its compiled code, so that the next one loads the server in half the
// time.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules', '.cache', 'node');

/** A failure whose message names the cause and the remedy. Shown without a stack trace. */
export class ScriptError extends Error {}

/**
 * Runs a program in the project folder and returns `{ code, output }`. Its output goes to this terminal or,
 * with `quiet`, is only collected.
 */
export function run(file, args, { quiet = false, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: file.endsWith('.cmd'),
    });
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: signal ? 1 : code, output }));
  });
}

/** Starts long-running programs, passes signals on to them and exits with the first one's exit code. */
export function runUntilEnd(commands) {
  const children = commands.map(({ file, args, env = {} }) =>
    spawn(file, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } }),
  );
  const stopAll = (signal) => children.forEach((child) => child.kill(signal));
  // Ctrl-C already reaches every process of the terminal: a second copy would demand an immediate stop.
  process.on('SIGINT', () => (process.stdin.isTTY ? undefined : stopAll('SIGINT')));
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => stopAll(signal));
  whenNpmIsGone(() => stopAll('SIGTERM'));
  return new Promise((resolve) => {
    let running = children.length;
    let result;
    for (const child of children) {
      const ended = (code) => {
        result ??= code;
        running -= 1;
        if (running === 0) resolve(result);
        else stopAll('SIGTERM');
      };
      child.once('error', () => ended(1));
      child.once('exit', (code, signal) => ended(signal ? 1 : code));
    }
  });
}

/**
 * A killed npm takes its shell along but not the processes that the shell started. They only notice by the
 * changed parent process id.
 */
function whenNpmIsGone(stop) {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}

/** Ends the process with the exit code that `work` returns. A failure prints one sentence. */
export async function main(work) {
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    const known = error instanceof ScriptError || process.env.DEBUG === undefined;
    console.error(`\n${known ? error.message : error.stack}`);
    process.exitCode = 1;
  }
}

export function seconds(since) {
  return `${((performance.now() - since) / 1000).toFixed(1)} s`;
}
