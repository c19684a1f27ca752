import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadExport } from '#shared/leads/lead-export.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import type { HistoryEntry } from '#shared/leads/lead-history.ts';
import { leadNotes } from '#shared/leads/lead-notes.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { createLead, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld();
const { admin, manager, rep, otherRep } = world.alpha;

const write = async (person: Person, leadId: string, body: string) =>
  await app.call(leadNotes.create, { params: { id: leadId }, body: { body } }, person.token);
const change = async (person: Person, id: string, body: string, version?: number) =>
  await app.call(leadNotes.update, { params: { id }, body: { body, version } }, person.token);
const remove = async (person: Person, id: string) =>
  await app.call(leadNotes.remove, { params: { id } }, person.token);

type Note = Extract<HistoryEntry, { type: 'note' }>;
async function notesOf(leadId: string): Promise<Note[]> {
  const input = { params: { id: leadId }, query: { type: 'note' as const } };
  const reply = await app.call(leadHistory.list, input, rep.token);
  return reply.body.data.filter((entry) => entry.type === 'note');
}
const found = async (search: string) => {
  const reply = await app.call(leads.list, { query: { search, page: '1', limit: '12' } }, rep.token);
  return reply.body.data.map(({ id }) => id);
};

test('a note appears in the history with author and time, and leaves the lead unchanged', async () => {
  const lead = await createLead(app, rep);
  const reply = await write(otherRep, lead.id, '  Wants the blue one,\r\nand a discount  ');
  assert.equal(reply.status, 201, reply.text);
  const [note, ...others] = await notesOf(lead.id);
  assert.deepEqual(others, []);
  assert.equal(note?.body, 'Wants the blue one,\nand a discount');
  assert.equal(note.user_id, otherRep.id);
  assert.match(note.user_name ?? '', /^salesrep No/);
  assert.equal(note.edited_at, null);
  const now = await app.call(leads.get, { params: { id: lead.id } }, rep.token);
  assert.deepEqual([now.body.data.version, now.body.data.notes], [lead.version, lead.notes]);

  assert.equal((await write(rep, lead.id, ' \n ')).status, 422);
  assert.equal((await write(rep, lead.id, 'ह'.repeat(5000))).status, 201);
  assert.equal((await write(rep, lead.id, 'ह'.repeat(5001))).status, 422);
  assert.equal((await write(rep, randomUUID(), 'Nobody')).status, 404);
});

test('a note is edited by its author, deleted by an admin, and untouchable for others', async () => {
  const { id: leadId } = await createLead(app, rep);
  const { id, version } = (await write(rep, leadId, 'First words')).body.data;
  for (const other of [otherRep, manager, admin]) assert.equal((await change(other, id, 'Mine')).status, 403);
  for (const other of [otherRep, manager]) assert.equal((await remove(other, id)).status, 403);
  const same = await change(rep, id, 'First words', version);
  assert.deepEqual([same.status, same.body.data.version, same.body.data.edited_at], [200, version, null]);
  const changed = await change(rep, id, 'Second words', version);
  assert.equal(changed.status, 200, changed.text);
  assert.equal(changed.body.data.version, version + 1);
  assert.notEqual((await notesOf(leadId))[0]?.edited_at, null);
  const stale = await change(rep, id, 'Third words', version);
  assert.equal(stale.status, 412);
  assert.equal(unchecked<{ body: string }>(stale.body.data).body, 'Second words');
  assert.equal((await remove(admin, id)).status, 200);
  assert.deepEqual(await notesOf(leadId), []);
  assert.equal((await remove(rep, id)).status, 404);
});

test('the search finds leads by their notes, few or many, until the note is deleted', async () => {
  const lead = await createLead(app, rep, { name: 'Meera' });
  assert.deepEqual(await found('verandah'), []);
  const { id } = (await write(rep, lead.id, 'Wants a Verandah of teak, कम दाम')).body.data;
  assert.deepEqual(await found('VERANDAH'), [lead.id]);
  assert.deepEqual(await found('दाम'), [lead.id]);
  assert.deepEqual(await found('meera verandah'), [lead.id]);
  assert.deepEqual(await found('verandah bungalow'), []);
  // More notes than the search names one by one.
  await app.database.asOwner(async (owner) => {
    await owner.query(
      `INSERT INTO alpha.lead_notes (id, lead_id, body) SELECT gen_random_uuid(), $1, 'veranda' || n FROM generate_series(1, 250) n`,
      [lead.id],
    );
  });
  assert.deepEqual(await found('veranda'), [lead.id]);
  await remove(rep, id);
  assert.deepEqual(await found('verandah'), []);
  const others = await app.call(leads.list, { query: { search: 'veranda' } }, world.beta.rep.token);
  assert.deepEqual(others.body.data, []);
});

test('notes move with a merge and back with its undo, and go to the trash with the lead', async () => {
  const kept = await createLead(app, rep, { name: 'Asha' });
  const other = await createLead(app, rep, { name: 'Asha P.' });
  const { id } = (await write(rep, other.id, 'Knows the owner')).body.data;
  const merge = { params: { id: kept.id }, body: { lead_id: other.id } };
  const merged = await app.call(leadDuplicates.merge, merge, rep.token);
  assert.equal(merged.status, 200, merged.text);
  assert.deepEqual(
    (await notesOf(kept.id)).map((note) => note.id),
    [id],
  );
  await app.call(operations.undo, { params: { id: merged.body.data.operation_id } }, rep.token);
  assert.deepEqual(
    (await notesOf(other.id)).map((note) => note.id),
    [id],
  );
  await app.call(leads.remove, { params: { id: other.id } }, rep.token);
  assert.equal((await change(rep, id, 'Too late')).status, 404);
  assert.equal((await remove(rep, id)).status, 404);
  assert.equal((await write(rep, other.id, 'Too late')).status, 404);
});

test('an export has a column with the notes when requested', async () => {
  const lead = await createLead(app, rep, { name: 'Exported' });
  await write(rep, lead.id, '=Older');
  await write(rep, lead.id, 'Newer');
  const file = async (query: Record<string, string>) => {
    const url = `/api${leadExport.run.path}?${new URLSearchParams({ search: 'Exported', ...query })}`;
    const headers = { authorization: `Bearer ${rep.token}` };
    return (await app.app.inject({ method: 'GET', url, headers })).body;
  };
  assert.ok(!(await file({})).includes('Timeline Notes'));
  const noted = await file({ with_notes: 'true' });
  assert.match(noted, /"Timeline Notes","Lead ID"/);
  assert.match(
    noted,
    /"\d\d\/\d\d\/\d{4} \d\d:\d\d salesrep No\d+: Newer\n\d\d\/\d\d\/\d{4} \d\d:\d\d salesrep No\d+: =Older"/,
  );
});
