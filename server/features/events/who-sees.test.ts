import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { absences } from '#shared/company/absences.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { leads } from '#shared/leads/leads.ts';
import { users } from '#shared/accounts/users.ts';
import { companyActor, userActor } from '#server/db/actors.ts';
import { findClient } from '#server/db/find-client.ts';
import { Scope } from '#server/db/scope.ts';
import { findAccount } from '#server/features/auth/auth.queries.ts';
import { readWhoSees } from '#server/features/events/events.queries.ts';
import { createLead, createPerson, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const { alpha, beta } = world;

/** Leads of each kind of owner and state, by name. */
async function createLeads(away: Person): Promise<Record<string, string>> {
  const of = async (owner: Person | null) =>
    (await createLead(app, alpha.admin, { assigned_to: owner?.id ?? null })).id;
  const ids = {
    manager: await of(alpha.manager),
    rep: await of(alpha.rep),
    other: await of(alpha.otherRep),
    away: await of(away),
    nobody: await of(null),
    archived: await of(alpha.rep),
    trashed: await of(alpha.rep),
    foreign: (await createLead(app, beta.manager, { assigned_to: beta.rep.id })).id,
    missing: randomUUID(),
  };
  const { token } = alpha.admin;
  const archive = { params: { id: ids.archived }, body: { is_archived: true } };
  assert.equal((await app.call(leads.setArchived, archive, token)).status, 200);
  assert.equal((await app.call(leads.remove, { params: { id: ids.trashed } }, token)).status, 200);
  return ids;
}

async function scopeOf({ id }: Person): Promise<Scope> {
  const account = await findAccount(app.database, id);
  assert.ok(account);
  return new Scope(app.database, userActor(account, 'client'));
}

test('users are told of the leads that they can read, whatever their visibility', async () => {
  const { admin, manager, rep, otherRep } = alpha;
  const [leader, away] = [
    await createPerson(app, 'manager', alpha.id),
    await createPerson(app, 'salesrep', alpha.id),
  ];
  const team = { params: { id: rep.id }, body: { managerId: manager.id } };
  assert.equal((await app.call(users.update, team, admin.token)).status, 200);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const absence = { user_id: away.id, first_day: day(-3), last_day: day(3), covered_by: rep.id };
  assert.equal((await app.call(absences.create, { body: absence }, admin.token)).status, 201);
  const ids = await createLeads(away);
  const asked = Object.values(ids);
  const client = await findClient(app.database, alpha.id);
  assert.ok(client);
  const company = await new Scope(app.database, companyActor(client)).reading();

  const all = ['manager', 'rep', 'other', 'away', 'nobody', 'archived'];
  const covering = ['rep', 'away', 'archived'];
  const expected = {
    own: [all, ['manager'], [], covering, ['other'], ['away']],
    team: [all, ['manager', 'rep', 'nobody', 'archived'], ['nobody'], covering, ['other'], ['away']],
    company: [all, all, all, all, all, all],
  };
  for (const visibility of ['own', 'team', 'company'] as const) {
    const choice = { params: { id: alpha.id }, body: { manager: visibility, salesrep: visibility } };
    assert.equal((await app.call(leadVisibility.update, choice, admin.token)).status, 200);
    const seesAll = await readWhoSees(company, asked);
    for (const [index, person] of [admin, manager, leader, rep, otherRep, away].entries()) {
      const scope = await scopeOf(person);
      const { db, table } = await scope.reading();
      const { rows } = await sql<{ id: string }>`SELECT id FROM ${table('leads')} leads
        WHERE id = ANY(${asked}::uuid[]) AND deleted_at IS NULL`.execute(db);
      const readable = new Set(rows.map(({ id }) => id));
      const named = (isSeen: (id: string) => boolean) =>
        Object.keys(ids).filter((name) => isSeen(ids[name] ?? ''));
      const told = named((id) => seesAll(scope.user, [id]));
      const who = `${person.email} with ${visibility}`;
      assert.deepEqual(
        told,
        named((id) => readable.has(id)),
        who,
      );
      assert.deepEqual(told, expected[visibility][index], who);
      assert.equal(seesAll(scope.user, [...readable]), true, who);
      assert.equal(seesAll(scope.user, [...readable, ids.trashed ?? '']), false, who);
    }
  }
});
