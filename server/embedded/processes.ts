import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export type RunningProcess = { pid: number; command: string };

/**
 * Every visible process with its command line (arguments separated by spaces). Empty where neither /proc nor
 * ps exists.
 */
export function runningProcesses(): RunningProcess[] {
  if (process.platform === 'win32') return [];
  if (process.platform !== 'linux') return processesFromPs();
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const command = readIfThere(`/proc/${name}/cmdline`)?.replaceAll('\0', ' ').trim();
      return command ? [{ pid: Number(name), command }] : [];
    });
}

function processesFromPs(): RunningProcess[] {
  try {
    const lines = execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8', maxBuffer: 32 << 20 });
    return [...lines.matchAll(/^ *(\d+) +(.*)$/gm)].map(([, pid, command]) => ({
      pid: Number(pid),
      command: command ?? '',
    }));
  } catch {
    return [];
  }
}

/** Whether a process is running, including another user's. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Signals processes; ignores those that have ended meanwhile. */
export function signalAll(pids: number[], signal: 'SIGTERM' | 'SIGINT' | 'SIGQUIT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/**
 * Distinguishes a process from a later one with the same number: boot and start time on Linux, start time
 * elsewhere; undefined when unknown (or the process has ended).
 */
export function startMark(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const boot = readIfThere('/proc/sys/kernel/random/boot_id')?.trim();
    // The name in parentheses may contain spaces and parentheses; field 22 is the start time in clock ticks.
    const stat = readIfThere(`/proc/${pid}/stat`);
    const ticks = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    return ticks && `${boot} ${ticks}`;
  }
  if (process.platform === 'win32') return undefined;
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined;
  } catch {
    return undefined;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
