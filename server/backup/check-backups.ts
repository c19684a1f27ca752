import { counted } from '#shared/values/numbers.ts';
import { isAsleep } from '#server/backup/asleep.ts';
import { ArchiveFolder } from '#server/backup/continuous/archive-folder.ts';
import { backupFolder } from '#server/backup/folder.ts';
import { isRehearsed, lastRehearsal } from '#server/backup/last-rehearsal.ts';
import { backupsAhead, newestBackup } from '#server/backup/nightly.ts';
import type { Config } from '#server/config.ts';
import { good, named, note, wrong } from '#server/finding.ts';
import type { Finding } from '#server/finding.ts';

const HOUR = 60 * 60_000;
/** One backup per night, plus some hours for a late one. */
const OLDEST_BACKUP = 36 * HOUR;
/** A rehearsal every Sunday, and a few days more. */
const OLDEST_REHEARSAL = 10 * 24 * HOUR;
/** The log is brought every ten seconds. */
const LATEST_LOG = 2 * 60_000;

/** Checks the age of the newest full backup in the data folder. */
export function checkBackups({ dataDir, databaseUrl }: Config, now = Date.now()): Finding[] {
  const folder = backupFolder(dataDir);
  const ahead = backupsAhead(dataDir, now);
  const says = `${named(ahead)} in ${folder}: dated in the future.`;
  const wrongClock =
    ahead.length > 0
      ? [
          note(
            'backups',
            says,
            'Check this machine’s clock, then delete the files or rename them to the right day.',
          ),
        ]
      : [];
  return [...wrongClock, checkNewest(newestBackup(dataDir, now)?.at, now, { folder, databaseUrl })];
}

/** Notes that a restored installation is still asleep. */
export function checkAsleep({ dataDir }: Pick<Config, 'dataDir'>): Finding[] {
  if (!isAsleep(dataDir)) return [];
  return [
    note(
      'restore',
      'This installation was restored and sends nothing yet.',
      'Run npm run wake when it should send emails and webhooks again.',
    ),
  ];
}

/** Checks how far the continuous backup is behind. Never ends while the folder's disk doesn't answer. */
export async function checkContinuousBackup({ backupTo }: Config, now = Date.now()): Promise<Finding[]> {
  const part = 'continuous backup';
  if (!backupTo) return [];
  try {
    const folder = new ArchiveFolder(backupTo);
    const [latest, newest] = [await folder.latest(), (await folder.bases()).at(-1)];
    if (!latest || !newest)
      return [wrong(part, `There is no complete backup in ${backupTo} yet.`, 'Let the server run.')];
    if (!(await folder.baseOf(latest)))
      return [
        wrong(
          part,
          `The log in ${backupTo} restarted and has no base copy yet: later changes can’t be restored. The newest copy is of ${day(newest.at)}.`,
          'Let the server run; its log says if a base copy fails.',
        ),
      ];
    const seconds = Math.max(0, Math.round((now - latest.at) / 1000));
    const says = `${backupTo} holds everything until ${seconds} seconds ago, ${((await folder.size()) / 1e6).toFixed(0)} MB in all.`;
    const isLate = now - latest.at > LATEST_LOG;
    return [isLate ? wrong(part, says, 'Start the server; its log says what is wrong.') : good(part, says)];
  } catch (error) {
    return [wrong(part, (error as Error).message, 'See that the disk is mounted and readable.')];
  }
}

/** Checks that the newest backup was restored and compared lately, and that nothing was wrong with it. */
export function checkRehearsal(config: Pick<Config, 'dataDir' | 'databaseUrl'>, now = Date.now()): Finding[] {
  const part = 'rehearsal';
  if (!isRehearsed(config)) return [];
  const last = lastRehearsal(config.dataDir);
  if (!last) return [note(part, 'No backup has been test-restored yet.', 'npm run rehearse')];
  const wasGood =
    last.goodAt === undefined ? 'none was good before' : `the last good one: ${day(last.goodAt)}`;
  const [problem] = last.problems;
  if (problem)
    return [
      wrong(part, `A backup was tried on ${day(last.at)} (${wasGood}). ${problem}`, 'npm run rehearse'),
    ];
  const says = `On ${day(last.at)} a backup was restored for a trial, and nothing was wrong with it.`;
  return [now - last.at > OLDEST_REHEARSAL ? note(part, says, 'npm run rehearse') : good(part, says)];
}

/** "22 November 2026", in the machine's time zone. */
const day = (at: number) => new Date(at).toLocaleDateString('en-GB', { dateStyle: 'long' });

type Place = { folder: string } & Pick<Config, 'databaseUrl'>;

function checkNewest(newest: Date | undefined, now: number, { folder, databaseUrl }: Place): Finding {
  const age = newest ? now - newest.getTime() : Infinity;
  const hours = counted(Math.max(0, Math.floor(age / HOUR)), 'hour');
  if (age <= OLDEST_BACKUP) return good('backups', `The newest backup is ${hours} old.`);
  const says = newest
    ? `The newest backup in ${folder} is ${hours} old.`
    : `There is no backup in ${folder}.`;
  const remedy = 'npm run backup, each night.';
  // An external database may have its own backups.
  if (databaseUrl) return note('backups', says, `${remedy} Or see that your database is backed up.`);
  return wrong('backups', says, remedy);
}
