import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DEFAULT_FIELD_CONFIGURATION as standard,
  fieldConfiguration,
} from '#shared/fields/field-configuration.ts';
import { leads } from '#shared/leads/leads.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';

const { app } = await withWorld();

test('leads count as won since they got a status that comes to mean won, and as won anew after another', async () => {
  const client = await createTestClient(app, 'winners');
  const as = async (meaning: 'open' | 'won') => {
    const options = [
      { value: 'new', label: 'New', meaning: 'open' },
      { value: 'enrolled', label: 'Enrolled', meaning },
      { value: 'paid', label: 'Paid', meaning: 'won' },
    ];
    const changed = await app.call(
      fieldConfiguration.update,
      {
        params: { tenantId: client.id },
        body: { config_value: { status: { ...standard.status, options } } },
      },
      client.admin.token,
    );
    assert.equal(changed.status, 200, changed.text);
  };
  const wonAt = async ({ id }: { id: string }) =>
    (await app.call(leads.get, { params: { id } }, client.manager.token)).body.data.converted_at;
  const set = async (lead: { id: string }, status: string) =>
    (await app.call(leads.setStatus, { params: { id: lead.id }, body: { status } }, client.rep.token)).body
      .data;
  await as('open');
  const created = await createLead(app, client.rep, { status: 'enrolled' });
  const changed = await createLead(app, client.rep);
  const { updated_at: moment } = await set(changed, 'enrolled');
  await as('won');
  assert.equal(await wonAt(created), created.created_at);
  const since = String(await wonAt(changed));
  assert.ok(changed.created_at < since && since <= moment, since);
  await as('open');
  await as('won');
  assert.equal(await wonAt(created), created.created_at);
  // A change of the fields that was cut off before it reached the leads.
  await app.database.asOwner(
    async (owner) => await owner.query(`UPDATE ${client.schema}.leads SET converted_at = NULL`),
  );
  await as('won');
  assert.deepEqual([await wonAt(created), await wonAt(changed)], [created.created_at, since]);
  await as('open');
  const { converted_at: anew } = await set(changed, 'paid');
  assert.ok(String(anew) > since, String(anew));
});
