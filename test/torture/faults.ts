import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '#server/sample/random.ts';
import type { Installation } from './installation.ts';

type Fault = (at: Installation, random: Random) => Promise<void>;

const signal = (pids: readonly (number | undefined)[], name: NodeJS.Signals) => {
  for (const pid of pids) {
    try {
      if (pid !== undefined && pid > 1) process.kill(pid, name);
    } catch {
      // The process has exited by itself.
    }
  }
};

/** The faults of an installation, by their names in the report; each repairs its own damage. */
export const FAULTS: Readonly<Record<string, Fault>> = {
  'kill -9 of a server': async (at, random) => await restart(at, random, 'SIGKILL'),
  'restart of a server': async (at, random) => await restart(at, random, 'SIGTERM'),
  'kill -9 of both servers': async (at) => {
    await Promise.all(at.servers.map(async (_, index) => await at.end(index, 'SIGKILL')));
    for (const index of at.servers.keys()) await started(at, index);
  },
  'kill -9 of the database': async (at) => signal([at.postmaster], 'SIGKILL'),
  'kill -9 of a backend': async (at, random) => {
    const backends = at.databaseProcesses.slice(1);
    if (backends.length > 0) signal([random.pick(backends)], 'SIGKILL');
  },
  'frozen database': async (at, random) => {
    const frozen = at.databaseProcesses;
    signal(frozen, 'SIGSTOP');
    await wait(random.whole(500, 4000));
    signal(frozen, 'SIGCONT');
  },
  'cut-off database': async ({ proxy }, random) => {
    proxy.isCut = true;
    await wait(random.whole(500, 4000));
    proxy.isCut = false;
  },
  'cut-off database, for long': async ({ proxy }) => {
    proxy.isCut = true;
    await wait(15_000);
    proxy.isCut = false;
  },
  'connections hung up': async ({ proxy }) => proxy.hangUp(),
  'slow connects': async ({ proxy }, random) => {
    proxy.delay = random.whole(1000, 2500);
    for (let times = 0; times < 3; times += 1) {
      proxy.hangUp();
      await wait(800);
    }
    proxy.delay = 0;
  },
  'full disk': async ({ disk }, random) => {
    disk.fill();
    await wait(random.whole(1000, 3000));
    disk.free();
  },
};

async function restart(at: Installation, random: Random, how: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  const index = random.whole(0, at.servers.length - 1);
  await at.end(index, how);
  await started(at, index);
}

/** A database that is not up yet is a reason to start again, as a process supervisor would. */
async function started(at: Installation, index: number): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await at.start(index);
      return;
    } catch (error) {
      if (tries >= 20) throw error;
      await wait(500);
    }
  }
}
