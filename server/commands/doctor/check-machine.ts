import { existsSync, readdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { isAsleep } from '#server/backup/asleep.ts';
import { ArchiveFolder } from '#server/backup/continuous/archive-folder.ts';
import { backupFolder } from '#server/backup/folder.ts';
import { backupsAhead, newestBackup } from '#server/backup/nightly.ts';
import { lastRehearsal } from '#server/commands/rehearse/last-rehearsal.ts';
import type { Config } from '#server/config.ts';
import { good, named, note, orGood, wrong } from './finding.ts';
import type { Finding } from './finding.ts';

const MEGABYTE = 1024 * 1024;
/** Megabytes: an import, a sort and the database's log always need some room. */
const LEAST_FREE = 1024;
const LEAST_SHARE = 0.1;
const HOUR = 60 * 60_000;
/** One backup per night, plus some hours for a late one. */
const OLDEST_BACKUP = 36 * HOUR;

const DAY = 24 * HOUR;
/** Days: a rehearsal every Sunday, and a few more. */
const OLDEST_REHEARSAL = 10;
/** The log is brought every ten seconds. */
const LATEST_LOG = 2 * 60_000;

/** Reports settings that work but are not meant for users beyond this machine. */
export function checkSettings(config: Config): Finding[] {
  const part = 'settings';
  const { publicUrl, trustProxy, insecureHttp, mail, host } = config;
  const findings: Finding[] = [];
  const isOpen = !['localhost', '127.0.0.1', '::1'].includes(host) || trustProxy !== false;
  const isLocal = /^https?:\/\/(?:localhost|127\.|\[::1\])/.test(publicUrl);
  if (mail && isLocal)
    findings.push(
      wrong(part, `Links in emails begin with ${publicUrl}, which can’t be reached.`, 'Set PUBLIC_URL.'),
    );
  if (publicUrl.startsWith('https:') && trustProxy === false)
    findings.push(
      wrong(
        part,
        'A proxy terminates TLS but isn’t trusted, so everyone behind it counts as one caller.',
        'Set TRUST_PROXY to the address of the proxy, such as 127.0.0.1,::1.',
      ),
    );
  if (publicUrl.startsWith('http:') && !isLocal)
    findings.push(
      note(
        part,
        'People reach LMS without TLS.',
        'Put a TLS proxy in front; deploy/ has examples for nginx and Caddy.',
      ),
    );
  if (insecureHttp && publicUrl.startsWith('https:'))
    findings.push(wrong(part, 'INSECURE_HTTP=1 sends session cookies without TLS.', 'Remove INSECURE_HTTP.'));
  if (isOpen && isLocal && !mail)
    findings.push(note(part, `PUBLIC_URL is ${publicUrl}.`, 'Set PUBLIC_URL to the address people use.'));
  if (existsSync(join(config.dataDir, 'sample-accounts.txt')) && isOpen)
    findings.push(
      note(
        part,
        'The sample companies are present, and so is their superadmin account.',
        'Start with an empty database and SUPERADMIN_EMAIL, or deactivate the sample accounts.',
      ),
    );
  return orGood(part, 'The settings are valid.', findings);
}

/** Checks the free space on the data folder's disk, and who can read its keys. */
export async function checkDisk(dataDir: string): Promise<Finding[]> {
  const { bavail, blocks, bsize } = await statfs(dataDir);
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  const says = `${free.toLocaleString('en')} MB are free in ${dataDir}.`;
  const remedy = 'Make room, or move DATA_DIR to a larger disk: a full disk stops every change.';
  const disk =
    free < LEAST_FREE
      ? wrong('disk', says, remedy)
      : bavail / blocks < LEAST_SHARE
        ? note('disk', says, remedy)
        : good('disk', says);
  return [disk, ...checkKeys(join(dataDir, 'secrets'))];
}

function checkKeys(folder: string): Finding[] {
  if (!existsSync(folder) || process.platform === 'win32') return [];
  const open = readdirSync(folder).filter((name) => (statSync(join(folder, name)).mode & 0o077) !== 0);
  if (open.length === 0) return [good('keys', 'The keys are readable by their owner only.')];
  return [
    wrong(
      'keys',
      `${named(open)} can be read by users other than the owner.`,
      `chmod 600 ${join(folder, '*.key')}`,
    ),
  ];
}

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

/** Checks how far the continuous backup is behind, and whether the installation is asleep. */
export function checkContinuousBackup({ dataDir, backupTo }: Config, now = Date.now()): Finding[] {
  const part = 'continuous backup';
  const asleep = isAsleep(dataDir)
    ? [
        note(
          'restore',
          'This installation was restored and sends nothing yet.',
          'npm run wake, when it should.',
        ),
      ]
    : [];
  if (!backupTo) return asleep;
  try {
    const folder = new ArchiveFolder(backupTo);
    const [latest, base] = [folder.latest(), folder.bases().at(-1)];
    if (!latest || !base)
      return [
        ...asleep,
        wrong(part, `There is no complete backup in ${backupTo} yet.`, 'Let the server run.'),
      ];
    const seconds = Math.max(0, Math.round((now - latest.at) / 1000));
    const says = `${backupTo} holds everything until ${seconds} seconds ago, ${(folder.size() / 1e6).toFixed(0)} MB in all.`;
    const isLate = now - latest.at > LATEST_LOG;
    return [
      ...asleep,
      isLate ? wrong(part, says, 'Start the server; its log says what is wrong.') : good(part, says),
    ];
  } catch (error) {
    return [...asleep, wrong(part, (error as Error).message, 'See that the disk is mounted and readable.')];
  }
}

/** Checks that the newest backup was restored and compared lately, and that nothing was wrong with it. */
export function checkRehearsal({ dataDir }: Pick<Config, 'dataDir'>, now = Date.now()): Finding[] {
  const part = 'rehearsal';
  const last = lastRehearsal(dataDir);
  if (!last) return [note(part, 'No backup was ever restored for a trial.', 'npm run rehearse')];
  const days = Math.max(0, Math.floor((now - last.at) / DAY));
  const [problem] = last.problems;
  if (problem)
    return [wrong(part, `The backup that was tried ${days} days ago: ${problem}`, 'npm run rehearse')];
  const says = `A backup was restored and compared ${days} days ago.`;
  return [days > OLDEST_REHEARSAL ? note(part, says, 'npm run rehearse') : good(part, says)];
}

type Place = { folder: string } & Pick<Config, 'databaseUrl'>;

function checkNewest(newest: Date | undefined, now: number, { folder, databaseUrl }: Place): Finding {
  const age = newest ? now - newest.getTime() : Infinity;
  const hours = Math.max(0, Math.floor(age / HOUR));
  if (age <= OLDEST_BACKUP) return good('backups', `The newest backup is ${hours} hours old.`);
  const says = newest
    ? `The newest backup in ${folder} is ${hours} hours old.`
    : `There is no backup in ${folder}.`;
  const remedy = 'npm run backup, each night.';
  // An external database may have its own backups.
  if (databaseUrl) return note('backups', says, `${remedy} Or see that your database is backed up.`);
  return wrong('backups', says, remedy);
}
