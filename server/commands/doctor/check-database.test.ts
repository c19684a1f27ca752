import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { checkServer } from './check-database.ts';

const SOUND = {
  version: '17.2',
  number: 17,
  encoding: 'UTF8',
  trigrams: true,
  temporary: true,
  creates_roles: true,
  connections: 100,
};

/** The findings about a server with these facts, whose clock is `ahead` by this many milliseconds. */
async function foundIn(facts: Partial<typeof SOUND>, ahead = 0): Promise<string[]> {
  const query = async () => ({ rows: [{ ...SOUND, ...facts, now: new Date(Date.now() + ahead) }] });
  const findings = await checkServer(unchecked<pg.Client>({ query }));
  return findings.filter(({ level }) => level !== 'good').map(({ level, says }) => `${level}: ${says}`);
}

test('the doctor reports what a server lacks, and nothing for a complete one', async () => {
  assert.deepEqual(await foundIn({}), []);
  for (const number of [15, 18]) assert.deepEqual(await foundIn({ number }), [], `${number}`);
  assert.match((await foundIn({ number: 14 })).join(), /^wrong: PostgreSQL /);
  assert.match((await foundIn({ number: 19 })).join(), /^note: PostgreSQL /);
  assert.match((await foundIn({ encoding: 'LATIN1' })).join(), /^wrong: Its encoding is LATIN1\.$/);
  assert.match((await foundIn({ trigrams: false })).join(), /^wrong: The extension pg_trgm is missing/);
  assert.match((await foundIn({ temporary: false })).join(), /^wrong: Imports cannot make temporary tables/);
  assert.match((await foundIn({ creates_roles: false })).join(), /^wrong: The owner may not create roles/);
});

test('the doctor reports clocks more than two seconds apart, whichever is ahead', async () => {
  assert.deepEqual(await foundIn({}, 1000), []);
  for (const ahead of [60_000, -60_000])
    assert.match((await foundIn({}, ahead)).join(), /^wrong: The clocks .* are 60 seconds apart\.$/);
});
