import { existsSync, readdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { good, named, note, orGood, wrong } from '#server/finding.ts';
import type { Finding } from '#server/finding.ts';

const MEGABYTE = 1024 * 1024;
/** Megabytes: an import, a sort and the database's log always need some room. */
const LEAST_FREE = 1024;
const LEAST_SHARE = 0.1;

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

/**
 * Checks the free space on the data folder's disk, and who can read its keys. A machine that only reaches the
 * database has no data folder.
 */
export async function checkDisk(dataDir: string): Promise<Finding[]> {
  if (!existsSync(dataDir)) return [];
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
