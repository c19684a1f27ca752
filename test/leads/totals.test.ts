import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { dayOf } from '#shared/values/dates.ts';
import { leads } from '#shared/leads/leads.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
const { alpha, superadmin } = world;
const ids: string[] = [];
before(async () => {
  for (const [index, status] of ['new', 'new', 'contacted', 'converted', 'lost', 'new'].entries()) {
    const source = index % 2 === 0 ? 'website' : 'referral';
    ids.push((await createLead(app, alpha.rep, { name: `Counted ${index}`, status, source })).id);
  }
});

const today = dayOf(new Date(), 'Asia/Kolkata');
const ONE = {
  status: { status: 'new' },
  meaning: { meaning: 'won' },
  source: { source: 'website' },
  from: { from_date: today },
  to: { to_date: today },
  created: { created: 'today' },
  assignee: { assigned_to: alpha.rep.id },
  archived: { is_archived: 'true' },
  both: { show_all: 'true' },
  duplicates: { is_duplicate: 'false' },
  search: { search: 'Counted' },
} as const;

/** Every single filter and every pair of filters. */
const PAIRS = Object.entries(ONE).flatMap(([name, filter], place, all) =>
  all.slice(place).map(([other, more]) => [`${name} and ${other}`, { ...filter, ...more }] as const),
);

async function assertTotals(after: string): Promise<void> {
  for (const [name, filter] of PAIRS)
    for (const [who, token, client] of [
      ['manager', alpha.manager.token, {}],
      ['superadmin', superadmin.token, {}],
      ['superadmin of alpha', superadmin.token, { client_id: alpha.id }],
    ] as const) {
      const query = { ...filter, ...client };
      const rows = (await app.call(leads.list, { query }, token)).body.data.length;
      const page = await app.call(leads.list, { query: { ...query, page: '1', limit: '2' } }, token);
      assert.equal(page.body.pagination.total, rows, `${name} for ${who}, ${after}`);
    }
}

test('a list’s total equals its number of rows after each of a few writes', async () => {
  await assertTotals('after six creations');
  const [first = '', second = '', third = '', fourth = ''] = ids;
  const { token } = alpha.manager;
  await app.call(leads.setStatus, { params: { id: first }, body: { status: 'contacted' } }, token);
  await app.call(leads.setArchived, { params: { id: second }, body: { is_archived: true } }, token);
  await app.call(leads.setDuplicate, { params: { id: third }, body: { is_duplicate: true } }, token);
  await app.call(leads.remove, { params: { id: fourth } }, token);
  await assertTotals('after four changes');
});
