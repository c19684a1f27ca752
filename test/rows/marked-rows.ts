import type pg from 'pg';
import type { TestApp } from '#test/app.ts';
import type { TestClient } from '#test/world.ts';

type Ids = { product: string; category: string; view: string; template: string; phoneCall: string };

/** Writes a product, a category, a view, a template, a rule and a phone call into a client's schema, each with the mark in its texts. */
export async function addMarked(owner: pg.ClientBase, schema: string, mark: string, ids: Ids): Promise<void> {
  const insert = async (table: string, columns: string, values: string, parameters: string[]) =>
    await owner.query(`INSERT INTO ${schema}.${table} (${columns}) VALUES (${values})`, parameters);
  await insert('products', 'id, name', '$1, $2', [ids.product, `${mark} product`]);
  await insert('product_categories', 'id, name', '$1, $2', [ids.category, `${mark} category`]);
  const view = [ids.view, `${mark} view`];
  await insert('lead_views', 'id, name, address, filters, is_shared', "$1, $2, $2, '{}', true", view);
  await insert(
    'message_templates',
    'id, channel, name, subject, body, is_shared, place',
    "$1, 'email', $2, $2, $2, true, 1",
    [ids.template, `${mark} template`],
  );
  await insert(
    'distribution_rules',
    'id, place, name, is_active, conditions, way, people',
    "gen_random_uuid(), 1, $1, false, '[]', 'turn', '{}'",
    [`${mark} rule`],
  );
  await insert(
    'phone_calls',
    'id, source_id, provider_id, state, direction, number, notes',
    "$1::uuid, $1::uuid, $2, 'ringing', 'inbound', $2, $2",
    [ids.phoneCall, `${mark} call`],
  );
}

/** Deletes every lead of the clients, with the counts of them. */
export async function emptyLeads(app: TestApp, clients: readonly TestClient[]): Promise<void> {
  await app.database.asOwner(async (owner) => {
    for (const { schema } of clients)
      await owner.query(
        `DELETE FROM ${schema}.leads; DELETE FROM ${schema}.lead_totals; DELETE FROM ${schema}.lead_days`,
      );
  });
}
