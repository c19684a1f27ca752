import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { addressOf } from '#test/database.ts';

/**
 * The PostgreSQL that the test files of one run share, each with a database of its own (see `test/database.ts`). Prints
 * its URL when ready and runs until its input closes, which also happens when the runner is killed.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'lms-tests-'));
const log = { info() {}, warn: console.error, error: console.error };
const { owner, stop } = await startEmbeddedDatabase({ dataDir, log });

// What a crash of this server would lose, nobody needs.
const client = new pg.Client({ ...owner, database: 'postgres' });
await client.connect();
await client.query('ALTER ROLE ALL SET synchronous_commit = off');
await client.end();

console.log(addressOf({ ...owner, database: 'postgres' }));

process.stdin.resume().once('end', async () => {
  await stop();
  rmSync(dataDir, { recursive: true, force: true });
});
// Ctrl-C reaches this process too; the tests that still run end first.
process.on('SIGINT', () => undefined);
