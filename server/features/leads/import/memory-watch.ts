import { readFile } from 'node:fs/promises';

const EVERY_MS = 50;
const PAGE_BYTES = 4096;

/**
 * Calls `tooMuch` when the process holds more than so many megabytes of memory. Only Linux tells; elsewhere the
 * limit of the child's heap has to do. Returns the function that ends the watch.
 */
export function watchMemory(pid: number | undefined, megabytes: number, tooMuch: () => void): () => void {
  if (process.platform !== 'linux' || pid === undefined) return () => {};
  let reading = false;
  const timer = setInterval(() => {
    if (reading) return;
    reading = true;
    void residentMegabytes(pid)
      .then((held) => held > megabytes && tooMuch())
      .finally(() => {
        reading = false;
      });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** 0 for a process that has ended. */
export async function residentMegabytes(pid: number): Promise<number> {
  const pages = await readFile(`/proc/${pid}/statm`, 'latin1').then(
    (statm) => Number(statm.split(' ')[1]),
    () => 0,
  );
  return (pages * PAGE_BYTES) / 1024 / 1024;
}
