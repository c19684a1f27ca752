/**
 * Lead files are read here, in a child process that is bounded in memory and time and can be killed; the API's own
 * event loop only forwards bytes.
 *
 *   const { rows, summary } = readLeadRows({ path, filename, mimeType, timeZone, mapping, signal });
 *   await pipeline(rows, connection.query(copyFrom(`COPY stage (…) FROM STDIN (…)`)));
 *   const { rows: total, columns, dates } = await summary;
 *
 * `rows` ends only when the whole file has been read; any failure destroys it with the error that `summary` rejects
 * with: UnreadableFile (413, 415, 422 and a sentence) or the reason of the signal. Destroying
 * `rows` kills the child. The file itself stays the caller's: the child opens it for reading only.
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import { childProgram } from '#server/child-programs.ts';
import { UnreadableFile, damaged, tooSlow } from '#server/spreadsheets/unreadable-file.ts';
import type { ChildMessage, ChildTask, ImportProgress, StreamSummary } from './child-messages.ts';
import type { ChildLimits } from './child-watch.ts';
import { watchChild } from './child-watch.ts';

export type LeadFile = ChildTask & {
  signal?: AbortSignal;
  onProgress?: (progress: ImportProgress) => void;
  /** Time limit of the child in milliseconds, and its resource limits. */
  timeLimit?: number;
  limits?: ChildLimits;
};

/**
 * Milliseconds the child may run, less than the statement that receives its rows. Most of it may be waiting on a busy
 * machine: its processor time is limited further.
 */
const TIME_LIMIT = 170_000;
const LIMITS = { megabytes: 256, processorMs: 8000 };
/** A small young generation: its garbage would count as used memory. */
const MEMORY_FLAGS = ['--max-old-space-size=192', '--max-semi-space-size=8'];
const CHILD = 'features/lead-import/reading/import-child.ts';
/** The maximum length of the child's error output in the log. */
const MOST_COMPLAINT_CHARS = 4000;

/** All rows of a file as lines for COPY, followed by a summary. */
export function readLeadRows(file: LeadFile): { rows: Readable; summary: Promise<StreamSummary> } {
  const rows = new PassThrough();
  const stop = new AbortController();
  rows.once('close', () => stop.abort(new Error('Nobody reads the rows any more.')));
  const signal = file.signal ? AbortSignal.any([file.signal, stop.signal]) : stop.signal;
  const summary = run(file, rows, signal).then(
    (read) => {
      rows.end();
      return read;
    },
    (error: unknown) => {
      rows.destroy(error as Error);
      throw error;
    },
  );
  // A caller that only pipes the rows gets a failure through them.
  summary.catch(() => {});
  rows.on('error', () => {});
  return { rows, summary };
}

async function run(file: LeadFile, rows: PassThrough, signal: AbortSignal) {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [...MEMORY_FLAGS, ...childProgram(CHILD, file.path)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // The child needs nothing from the server's environment and must not see its secrets.
    env: process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] } : {},
  });
  child.stdout?.pipe(rows, { end: false });
  return await outcome(child, file, signal);
}

/** Waits for the child to exit; kills it if it takes too long, uses too much, or is no longer wanted. */
function outcome(child: ChildProcess, file: LeadFile, signal: AbortSignal): Promise<StreamSummary> {
  const { signal: _, onProgress, timeLimit = TIME_LIMIT, limits = LIMITS, ...task } = file;
  return new Promise((resolve, reject) => {
    let summary: StreamSummary | undefined;
    let failure: unknown;
    let complaint = '';
    const kill = (reason: unknown) => {
      failure ??= reason;
      child.kill('SIGKILL');
      // Unread output must not keep the pipe open.
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    const onAbort = () => kill(signal.reason);
    const timer = setTimeout(() => kill(tooSlow()), timeLimit);
    const unwatch = watchChild(child.pid, limits, {
      tooMuch: () => kill(damaged()),
      tooLong: () => kill(tooSlow()),
    });
    signal.addEventListener('abort', onAbort, { once: true });
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'progress') onProgress?.(message.progress);
      else if (message.type === 'done') summary = message.summary;
      else
        failure ??= new UnreadableFile(
          message.status,
          message.message,
          complaint || undefined,
          message.errors,
        );
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(0, MOST_COMPLAINT_CHARS);
    });
    child.once('error', (error) => kill(damaged(error)));
    // 'close' fires when the child has exited and all its output has been read.
    child.once('close', (code) => {
      clearTimeout(timer);
      unwatch();
      signal.removeEventListener('abort', onAbort);
      if (summary && code === 0 && failure === undefined) resolve(summary);
      else reject(failure ?? damaged(complaint || `The child ended with ${code ?? 'a signal'}.`));
    });
    child.send(task, (error) => error && kill(damaged(error)));
  });
}
