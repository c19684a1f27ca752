import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unchecked } from '#shared/protocol/unchecked.ts';
import type { Database } from '#server/db/database.ts';
import { withWorld } from '#test/world.ts';

/** The file that `JOB` adds to a copy of the project, in which this test runs. */
const FILE: string = '#server/features/distribution/old-absences.queries.ts';
type Job = { forgetOldAbsences: (database: Database) => Promise<void> };

const { app, world } = await withWorld();

test('absences that ended long ago are deleted, in every client', async () => {
  const { schema, rep } = world.alpha;
  const ask = async (text: string, values: unknown[] = []) =>
    await app.database.asOwner(async (owner) => (await owner.query(text, values)).rows as unknown[]);
  await ask(
    `INSERT INTO ${schema}.absences (id, user_id, first_day, last_day) SELECT gen_random_uuid(), $1, '2020-01-01', day
     FROM unnest(ARRAY['2020-01-09', current_date]::date[]) day`,
    [rep.id],
  );
  await unchecked<Job>(await import(FILE)).forgetOldAbsences(app.database);
  const left = await ask(`SELECT last_day = current_date AS is_recent FROM ${schema}.absences`);
  assert.deepEqual(left, [{ is_recent: true }]);
});
