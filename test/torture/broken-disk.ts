import { copyFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ArchiveFolder } from '#server/backup/continuous/archive-folder.ts';
import { seeded } from '#server/sample/random.ts';
import type { Random } from '#server/sample/random.ts';
import {
  endServer,
  newDataFolder,
  postmasterOf,
  removeDataFolder,
  send,
  signInOver,
  startServer,
} from '#test/servers/process.ts';
import type { ServerProcess } from '#test/servers/process.ts';
import { runProgram } from '#test/servers/program.ts';

/** Milliseconds of acknowledged writes that a broken disk may cost. */
const MOST_LOST = 60_000;
/** Milliseconds until a sign-in has to be accepted. */
const MOST_PATIENCE = 120_000;
const WRITERS = 4;

type Options = { rounds: number; seed: number; say?: (line: string) => void };
/** `lost`: seconds between the oldest acknowledged lead that is missing and the end of the disk. */
type Round = { lead: number; missing: number; lost: number; seconds: number };
export type BrokenDisks = { violations: string[]; rounds: Round[] };
type Written = { id: string; sent: number; acknowledged: number };

/**
 * Works on an installation with a continuous backup, deletes its data folder at random moments, restores it to
 * the last moment and to a random earlier one, and looks for acknowledged leads that are missing and for later
 * ones that are there.
 */
export async function breakDisks({ rounds, seed, say = () => {} }: Options): Promise<BrokenDisks> {
  const random = seeded(seed);
  const [backups, keys] = [newDataFolder(), newDataFolder()];
  const [violations, done]: [string[], Round[]] = [[], []];
  let dataDir = newDataFolder();
  let written: Written[] = [];
  let client: string | undefined;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const started = Date.now();
      const server = await startServer(dataDir, { BACKUP_TO: backups });
      client ??= await newClient(server);
      await firstCopy(backups, started);
      copyFileSync(join(dataDir, 'secrets/backup.key'), join(keys, 'backup.key'));
      written.push(...(await writeUntil(server, client, random.whole(1_000, 20_000))));
      await burn(server);
      const end = Date.now();
      const since = performance.now();
      const place = { backups, key: join(keys, 'backup.key') };
      dataDir = await restore(place, 'last');
      const there = await leadsIn(dataDir, client);
      const seconds = (performance.now() - since) / 1000;
      const missing = written.filter(({ id }) => !there.has(id));
      const oldest = Math.min(end, ...missing.map(({ acknowledged }) => acknowledged));
      if (end - oldest > MOST_LOST)
        violations.push(`round ${round}: a lead acknowledged ${(end - oldest) / 1000} s before is missing`);
      written = written.filter(({ id }) => there.has(id));
      await runProgram('wake', [], { DATA_DIR: dataDir });
      violations.push(
        ...(await anEarlierMoment(place, client, written, random)).map((text) => `round ${round}: ${text}`),
      );
      done.push({ lead: written.length, missing: missing.length, lost: (end - oldest) / 1000, seconds });
      say(
        `${String(round).padStart(3)}: ${written.length} leads, ${missing.length} of the last ${((end - oldest) / 1000).toFixed(1)} s are missing, back after ${seconds.toFixed(1)} s`,
      );
    }
  } finally {
    for (const folder of [dataDir, backups, keys]) removeDataFolder(folder);
  }
  return { violations, rounds: done };
}

/** Signs in; waits while too many sign-ins of the last minute count, or the machine is busy. */
async function enter(server: ServerProcess): Promise<string> {
  const end = Date.now() + MOST_PATIENCE;
  for (;;) {
    try {
      return await signInOver(server);
    } catch (error) {
      if (Date.now() > end) throw error;
      await wait(500);
    }
  }
}

async function newClient(server: ServerProcess): Promise<string> {
  const body = { clientName: 'Torture', schemaName: 'torture' };
  const { data } = await send(server, 'POST', '/clients', await enter(server), body);
  return (data as { client: { id: string } }).client.id;
}

/** Waits for the base copy that a new beginning of the log needs. */
async function firstCopy(backups: string, since: number): Promise<void> {
  const folder = new ArchiveFolder(backups);
  while (!(await folder.bases()).some(({ at }) => at > since)) await wait(100);
}

/** Several people add leads; returns those that were acknowledged. */
async function writeUntil(server: ServerProcess, client: string, milliseconds: number): Promise<Written[]> {
  const end = Date.now() + milliseconds;
  const token = await enter(server);
  const written: Written[] = [];
  const person = async (number: number) => {
    for (let count = 1; Date.now() < end; count += 1) {
      const sent = Date.now();
      const body = { name: `Lead ${number}-${sent}-${count}` };
      const { status, data } = await send(server, 'POST', `/leads?clientId=${client}`, token, body);
      if (status === 201) written.push({ id: (data as { id: string }).id, sent, acknowledged: Date.now() });
      else await wait(50);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, async (_, number) => await person(number)));
  return written;
}

/** Ends everything at once and deletes the data folder. */
async function burn(server: ServerProcess): Promise<void> {
  const postmaster = postmasterOf(server);
  await endServer(server, 'SIGKILL');
  process.kill(postmaster, 'SIGQUIT');
  while (isAlive(postmaster)) await wait(20);
  removeDataFolder(server.dataDir);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

type Place = { backups: string; key: string };

async function restore({ backups, key }: Place, to: string): Promise<string> {
  const dataDir = newDataFolder();
  rmSync(dataDir, { recursive: true });
  const args = ['--to', to, '--from', backups, '--key', key];
  const { status, stderr } = await runProgram('restore', args, { DATA_DIR: dataDir });
  if (status !== 0) throw new Error(`The restore to ${to} failed: ${stderr}`);
  if (readdirSync(dataDir).some((name) => name.startsWith('postgres.new-')))
    throw new Error('A draft is left.');
  return dataDir;
}

/** The ids of a client's leads in a restored installation, which a server is started on. */
async function leadsIn(dataDir: string, client: string): Promise<Set<string>> {
  const server = await startServer(dataDir);
  try {
    const token = await enter(server);
    const { data } = await send(server, 'GET', `/leads?client_id=${client}&show_all=true`, token);
    return new Set((data as { id: string }[]).map(({ id }) => id));
  } finally {
    await endServer(server, 'SIGTERM');
  }
}

/** Restores a random moment: every lead acknowledged before is there, and none that was sent after. */
async function anEarlierMoment(
  place: Place,
  client: string,
  written: readonly Written[],
  random: Random,
): Promise<string[]> {
  const folder = new ArchiveFolder(place.backups);
  const [first, last] = [(await folder.bases())[0]?.at ?? 0, (await folder.latest())?.at ?? 0];
  // The disk may break before anything was brought after the first copy.
  if (last <= first) return [];
  const moment = random.whole(first, last);
  const dataDir = await restore(place, new Date(moment).toISOString());
  try {
    const there = await leadsIn(dataDir, client);
    return written.flatMap(({ id, sent, acknowledged }) => {
      if (acknowledged < moment && !there.has(id))
        return [`a lead of before ${new Date(moment).toISOString()} is missing`];
      return sent > moment && there.has(id)
        ? [`a lead of after ${new Date(moment).toISOString()} is there`]
        : [];
    });
  } finally {
    removeDataFolder(dataDir);
  }
}
