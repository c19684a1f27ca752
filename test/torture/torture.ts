import { setTimeout as wait } from 'node:timers/promises';
import { seeded } from '#server/sample/random.ts';
import { FAULTS } from './faults.ts';
import { Installation } from './installation.ts';
import { Ledger } from './ledger.ts';
import { assertServes, assertWhole } from './verify.ts';
import { prepare, work } from './work.ts';

export type Report = { violations: string[]; table: [what: string, times: number][]; notes: string[] };
type Options = {
  seconds: number;
  seed: number;
  faults?: readonly string[];
  say?: (line: string) => void;
  signal?: AbortSignal;
};

/**
 * Works on an installation while faults occur, every fault once before any repeats, and then looks for
 * missing and half-written rows.
 */
export async function torture({ seconds, seed, faults, say = () => {}, signal }: Options): Promise<Report> {
  const at = await Installation.open();
  try {
    const [ledger, random, done] = [new Ledger(), seeded(seed), new AbortController()];
    const working = work(await prepare(at, ledger, seed), ledger, done.signal);
    // Ends the work even while a fault is active; the error is thrown below.
    working.catch(() => done.abort());
    const names = (faults ?? Object.keys(FAULTS)).filter((name) => name !== 'full disk' || at.disk.isOwn);
    if (!at.disk.isOwn) say('full disk: left out, this user may not mount a disk');
    const end = performance.now() + seconds * 1000;
    const isStopped = () => done.signal.aborted || (signal?.aborted ?? false);
    let next: string[] = [];
    while (performance.now() < end && !isStopped()) {
      if (next.length === 0) next = shuffled(names, random.next);
      const name = next.pop() ?? '';
      say(`${new Date().toISOString().slice(11, 19)} ${name}`);
      await FAULTS[name]?.(at, random);
      ledger.count(`fault: ${name}`);
      await wait(random.whole(500, 2500));
    }
    done.abort();
    await working;
    await assertServes(at, ledger);
    await assertWhole(at, ledger);
    for (const failure of at.failures) ledger.note(failure);
    return reportOf(ledger);
  } finally {
    await at.close();
  }
}

function shuffled(names: readonly string[], next: () => number): string[] {
  return names
    .map((name) => ({ name, at: next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ name }) => name);
}

function reportOf(ledger: Ledger): Report {
  const clients = [...ledger.clients.keys()];
  const sum = (of: (client: (typeof clients)[number]) => number) =>
    clients.reduce((all, client) => all + of(client), 0);
  const acknowledged: Report['table'] = [
    ['clients created', clients.length],
    ['clients removed', [...ledger.clients.values()].filter((state) => state === 'removed').length],
    ['leads acknowledged', sum(({ leads }) => leads.size)],
    ['calls and reminders acknowledged', sum(({ rows }) => rows.length)],
    ['imports acknowledged', sum(({ imports }) => imports.filter(({ operation }) => operation).length)],
  ];
  const notes = [...ledger.notes].map(([text, times]) => `${times} × ${text}`);
  return {
    violations: [...ledger.violations],
    table: [...acknowledged, ...[...ledger.counts].toSorted(([one], [other]) => (one < other ? -1 : 1))],
    notes,
  };
}
