import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { UnusableDatabase, assertUsable } from '#server/db/structure/usable.ts';

const SOUND = {
  name: 'lms',
  version: 170_002,
  owner: 'lms',
  encoding: 'UTF8',
  isReplica: false,
  isFounded: false,
  mayCreate: true,
  createsRoles: true,
  connects: true,
  temporary: true,
  trigrams: true,
};

async function refusal(facts: Partial<typeof SOUND>): Promise<string | undefined> {
  const query = async () => ({ rows: [{ ...SOUND, ...facts }] });
  return await assertUsable(unchecked<pg.Client>({ query })).then(
    () => undefined,
    (error: unknown) => (error instanceof UnusableDatabase ? error.message : assert.fail(String(error))),
  );
}

test('a server unfit for a new installation is refused with what it lacks, and others are accepted', async () => {
  const cases: [Partial<typeof SOUND>, RegExp][] = [
    [{ encoding: 'LATIN1' }, /stores text as LATIN1/],
    [{ mayCreate: false }, /may not create schemas/],
    [{ createsRoles: false }, /may not create roles/],
    [{ connects: false }, /may not connect/],
    [{ temporary: false }, /may not make temporary tables/],
    [{ trigrams: false }, /pg_trgm is missing/],
  ];
  assert.equal(await refusal({}), undefined);
  for (const [facts, says] of cases) {
    assert.match((await refusal(facts)) ?? '', says);
    // The doctor reports what an installation lacks later.
    assert.equal(await refusal({ ...facts, isFounded: true }), undefined);
  }
});

test('a server that is too old or read-only is refused even with an existing installation', async () => {
  for (const isFounded of [false, true]) {
    assert.equal(await refusal({ version: 150_000, isFounded }), undefined);
    assert.match((await refusal({ version: 149_999, isFounded })) ?? '', /PostgreSQL 15 or newer/);
    assert.match((await refusal({ isReplica: true, isFounded })) ?? '', /is a replica/);
  }
});
