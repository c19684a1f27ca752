import { readFile } from 'node:fs/promises';

const EVERY_MS = 50;
const PAGE_BYTES = 4096;
/** The kernel's unit of processor time: a hundredth of a second. */
const TICK_MS = 10;

/** The limits of memory and of processor time in milliseconds. */
export type ChildLimits = { megabytes: number; processorMs: number };

/**
 * Calls `tooMuch` when the process exceeds its memory limit and `tooLong` when it exceeds its processor time;
 * waiting, as on a busy machine, does not count. Works only on Linux; elsewhere the child's heap limit and
 * its timeout must do. Returns the function that stops the watch.
 */
export function watchChild(
  pid: number | undefined,
  { megabytes, processorMs }: ChildLimits,
  { tooMuch, tooLong }: Record<'tooMuch' | 'tooLong', () => void>,
): () => void {
  if (process.platform !== 'linux' || pid === undefined) return () => {};
  let reading = false;
  const look = async () => {
    if (reading) return;
    reading = true;
    const [held, worked] = await Promise.all([residentMegabytes(pid), workedMs(pid)]);
    reading = false;
    if (held > megabytes) tooMuch();
    else if (worked > processorMs) tooLong();
  };
  const timer = setInterval(() => void look(), EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Megabytes of memory used by the process; 0 once it has ended. @internal */
export async function residentMegabytes(pid: number): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'latin1').then(
    (statm) => Number(statm.split(' ')[1]),
    () => 0,
  );
  return (pages * PAGE_BYTES) / 1024 / 1024;
}

/** Processor time of all threads, in user and kernel mode. */
async function workedMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // The second field, the name in parentheses, may contain spaces; user and system time are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}
