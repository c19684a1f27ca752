import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Processor time in the kernel's unit, a hundredth of a second. */
const TICK_MS = 10;

/**
 * Reads the processor time (ms) used so far by a server and its database; undefined where /proc is missing.
 */
export function cpuMeter(dataDir: string): (server: number) => number | undefined {
  return (server) => {
    const database = postmasterOf(dataDir);
    const own = ticksOf(server);
    if (own === undefined || database === undefined) return undefined;
    let ticks = own.used + (ticksOf(database)?.reaped ?? 0);
    for (const entry of readdirSync('/proc')) {
      const found = /^\d+$/.test(entry) ? ticksOf(Number(entry)) : undefined;
      if (found?.parent === database) ticks += found.used;
    }
    return ticks * TICK_MS;
  };
}

function postmasterOf(dataDir: string): number | undefined {
  const file = read(join(dataDir, 'postgres', 'postmaster.pid'));
  return file === undefined ? undefined : Number(file.split('\n', 1)[0]);
}

/** Fields 4 and 14–17 of /proc/<pid>/stat: parent, own time, time of finished children. */
function ticksOf(pid: number): { parent: number; used: number; reaped: number } | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [parent = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
    (at) => fields[at],
  );
  return { parent, used: user + system, reaped: childUser + childSystem };
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}
