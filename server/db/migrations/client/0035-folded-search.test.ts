import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMirrorMade } from '#server/db/structure/mirror-shape.ts';
import { recall } from '#server/db/cluster/engine.ts';
import { foldedSearch } from '#server/db/migrations/client/0035-folded-search.ts';
import { openTestApp } from '#test/app.ts';
import { fillLeads } from '#test/rows/lead-rows.ts';
import { namesFound } from '#test/leads/search.ts';
import { createLead, createWorld } from '#test/world.ts';

/** Reverts a schema to its structure before the migration. */
const before = (s: string) => `
  DROP INDEX ${s}.leads_more, ${s}.leads_by_name, ${s}.leads_by_company, ${s}.lead_notes_body;
  DROP STATISTICS ${s}.leads_folded_name, ${s}.leads_folded_company;
  ALTER TABLE ${s}.leads DROP COLUMN search_text, ADD COLUMN search_text text GENERATED ALWAYS AS (lower(name)) STORED;
  CREATE INDEX leads_more ON ${s}.leads (id);
  CREATE INDEX leads_name ON ${s}.leads (lower(name));
  CREATE INDEX leads_company ON ${s}.leads (lower(company_name));
  CREATE INDEX lead_notes_body ON ${s}.lead_notes (lower(body));
  CREATE STATISTICS ${s}.leads_lower_name ON lower(name) FROM ${s}.leads;
  CREATE STATISTICS ${s}.leads_lower_company ON lower(company_name) FROM ${s}.leads;`;

test('leads of an earlier release are found in any spelling, through the index, and the mirror is rebuilt', async () => {
  const app = await openTestApp();
  try {
    const { alpha } = await createWorld(app);
    await createLead(app, alpha.rep, { name: 'Álvaro D’Unger' });
    await fillLeads(app, alpha, 5000);
    await app.database.asOwner(async (owner) => {
      await recall(owner, app.database.installation.engine, alpha.schema);
      await owner.query(before(alpha.schema));
      await owner.query(before('client_template'));
      await owner.query(`ALTER TABLE all_clients.leads DROP COLUMN search_text,
        ADD COLUMN search_text text GENERATED ALWAYS AS (lower(name)) STORED`);
      assert.ok(await isMirrorMade(owner));
      await owner.query(foldedSearch.sql(alpha.schema) + foldedSearch.sql('client_template'));
      assert.ok(!(await isMirrorMade(owner)), 'a mirror with other texts is not extended');
      await owner.query(`ANALYZE ${alpha.schema}.leads`);
      const { rows } = await owner.query(
        `EXPLAIN SELECT id FROM ${alpha.schema}.leads WHERE search_text LIKE '%alvaro%'`,
      );
      assert.match(JSON.stringify(rows), /leads_search/);
    });
    assert.deepEqual(await namesFound(app, alpha.rep.token, "alvaro d'unger"), ['Álvaro D’Unger']);
  } finally {
    await app.close();
  }
});
