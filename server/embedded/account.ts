import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseStartError } from './start-error.ts';

export type Account = { uid: number; gid: number; name: string };

/**
 * PostgreSQL refuses to run as root. Undefined when this process is not root; otherwise the user who runs the
 * database: the owner of an existing cluster or data folder, else `postgres`, else `nobody`.
 */
export function databaseAccount(dataDir: string, clusterDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readAccounts();
  const cluster = statSync(clusterDir, { throwIfNoEntry: false });
  if (cluster && cluster.uid !== 0) {
    const name = accounts.find(({ uid }) => uid === cluster.uid)?.name ?? `user ${cluster.uid}`;
    return { uid: cluster.uid, gid: cluster.gid, name };
  }
  const owner = statSync(dataDir).uid;
  const named = (name: string) => accounts.find((account) => account.name === name);
  const account =
    accounts.find(({ uid }) => uid === owner && uid !== 0) ??
    named('postgres') ??
    named('_postgres') ??
    named('nobody');
  if (!account) {
    throw new DatabaseStartError(
      'PostgreSQL does not run as root, and this machine has no user "postgres" or "nobody" to run it as. ' +
        'Start as an ordinary user, or set DATABASE_URL.',
    );
  }
  return account;
}

function readAccounts(): Account[] {
  return readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => fields.length >= 7)
    .map(([name, , uid, gid]) => ({ name: name ?? '', uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => Number.isInteger(uid) && Number.isInteger(gid) && uid >= 0);
}

/**
 * Gives a file or folder created by root to the given account; a process that is not root (no account) has
 * already created it as the right user.
 */
export function giveTo(account: { uid: number; gid: number } | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** After a copy or restore as root, root owns the cluster, and PostgreSQL would refuse it. */
export function giveTreeTo(account: Account, folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(folder, entry), account.uid, account.gid);
  }
  lchownSync(folder, account.uid, account.gid);
}
