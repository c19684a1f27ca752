import { callLogs } from '#shared/call-logs.ts';
import { leadBulk } from '#shared/lead-bulk.ts';
import { leadDuplicates } from '#shared/lead-duplicates.ts';
import { leadNotes } from '#shared/lead-notes.ts';
import { leadTrash } from '#shared/lead-trash.ts';
import { leads } from '#shared/leads.ts';
import { operations } from '#shared/operations.ts';
import { reminders } from '#shared/reminders.ts';
import { users } from '#shared/users.ts';
import { findClient } from '#server/db/find-client.ts';
import { fireDue } from '#server/features/notifications/due-reminders.queries.ts';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import { isBusy } from '#server/db/pool/busy.ts';
import type { TestApp } from '#test/app.ts';
import { createLead } from '#test/world.ts';
import type { Person, TestClient, World } from '#test/world.ts';

/** The rows that the acts of one schedule work on: two leads, their follow-ups, and an operation that can be undone. */
export type Stage = {
  app: TestApp;
  client: TestClient;
  superadmin: Person;
  leads: [string, string];
  reminders: [string, string];
  operation: string;
  /** A lead in the trash, and the operation that moved it there. */
  trashed: { id: string; operation: string };
  /** The kinds of rows that some act of this schedule removes, so that others may not find them. */
  removes: { leads: boolean; reminders: boolean };
  /** The answer to each act that makes a row, by the text that its row carries. */
  created: Map<string, 'acknowledged' | 'refused' | 'unknown'>;
  /** Answers that no act may get. */
  wrong: string[];
  /** How often each thing that happens once was accepted: an edit of a version, an undo. */
  accepted: Map<string, number>;
};

const SOON = '2026-12-01T04:30:00Z';
const PAST = -60_000;

/** Makes the rows of a schedule: `number` tells them from those of others. */
export async function setStage(
  app: TestApp,
  { superadmin, alpha: client }: World,
  number: number,
  drawn: readonly string[],
): Promise<Stage> {
  const { admin, manager, rep } = client;
  const phone = `+9198${String(number).padStart(8, '0')}`;
  const own = { assigned_to: rep.id, phone };
  const first = await createLead(app, manager, { ...own, name: `Asha ${number}` });
  const second = await createLead(app, manager, { ...own, name: `Bina ${number}` });
  const due = new Date(Date.now() + PAST).toISOString();
  const repeat = { every: 1, unit: 'week' as const, until: null };
  const plan = async (lead_id: string) => {
    const body = { lead_id, title: `Call back ${number}`, reminder_date: due, repeat };
    return (await app.call(reminders.create, { body }, rep.token)).body.data.id;
  };
  const third = await createLead(app, manager, { name: `Chitra ${number}` });
  const removed = await app.call(leads.remove, { params: { id: third.id } }, admin.token);
  const planned: Stage['reminders'] = [await plan(first.id), await plan(second.id)];
  // Superadmins find the client of a lead and of an operation by the mirror.
  await followClient(app.database, client.id);
  const body = { lead_ids: [first.id, second.id], updates: { lead_score: 40 } };
  const bulk = await app.call(leadBulk.update, { body }, superadmin.token);
  await followClient(app.database, client.id);
  return {
    app,
    client,
    superadmin,
    leads: [first.id, second.id],
    reminders: planned,
    operation: bulk.body.data.operation_ids[0] ?? '',
    trashed: { id: third.id, operation: removed.body.data.operation_id },
    removes: {
      leads: drawn.some((act) => /^(?:delete$|delete both|merge)/.test(act)),
      reminders: drawn.some((act) => act.startsWith('delete')),
    },
    created: new Map(),
    wrong: [],
    accepted: new Map(),
  };
}

type Call = Parameters<TestApp['call']>;
const FINE = [200, 201, 409, 412, 503];

/** The answer to a call, and whether an earlier sending may have taken effect. */
type Answer = { status: number; isRepeated: boolean };

/** Sends a call; one without an answer is sent once more with the same key, as a page does. */
async function send(stage: Stage, name: string, [endpoint, input, token]: Call): Promise<Answer> {
  const headers = { 'idempotency-key': name.replaceAll(' ', '-') };
  const once = async () => await stage.app.call(endpoint, { ...input, headers }, token);
  let reply = await once();
  const isRepeated = reply.status === 503;
  if (isRepeated) reply = await once();
  const { status, text } = reply;
  const { leads: noLead, reminders: noReminder } = stage.removes;
  const mayBeGone = endpoint.path.startsWith('/reminders/:id')
    ? noReminder
    : noLead || endpoint === leadTrash.restore;
  if (!FINE.includes(status) && !(status === 404 && mayBeGone))
    stage.wrong.push(`${name}: ${status} ${text}`);
  return { status, isRepeated };
}

/** An act of which only one may succeed. */
async function sendOnce(stage: Stage, what: string, ...call: [name: string, call: Call]): Promise<void> {
  const { status } = await send(stage, ...call);
  if (status === 200) stage.accepted.set(what, (stage.accepted.get(what) ?? 0) + 1);
}

/** An act that makes one row, which carries its name. */
async function make(stage: Stage, name: string, call: Call): Promise<void> {
  stage.created.set(name, 'unknown');
  const { status, isRepeated } = await send(stage, name, call);
  // A lead that is deleted after a call on it was logged is gone when the answer is read.
  const refused = isRepeated || stage.removes.leads ? 'unknown' : 'refused';
  stage.created.set(name, status < 300 ? 'acknowledged' : refused);
}

/** Work of the server itself. The next round repeats what could not be done. */
const inBackground = async (work: Promise<unknown>): Promise<void> =>
  void (await work.catch((error: unknown) => {
    if (!isBusy(error) && !/connection|terminat/i.test(String(error))) throw error;
  }));

type Act = (stage: Stage, name: string) => Promise<unknown>;

/** Everything that two people, or the server, do with the same leads at the same time. */
export const ACTS: Record<string, Act> = {
  'log a call': async (stage, name) => {
    const body = {
      lead_id: stage.leads[0],
      duration: 2,
      notes: name,
      completes_reminder_id: stage.reminders[0],
      reminder: { title: `next of ${name}`, reminder_date: SOON },
    };
    await make(stage, name, [callLogs.create, { body }, stage.client.rep.token]);
  },
  'press twice': async (stage, name) => {
    const body = { lead_id: stage.leads[0], title: name, reminder_date: SOON };
    const press = async () => await make(stage, name, [reminders.create, { body }, stage.client.rep.token]);
    await Promise.all([press(), press()]);
  },
  'call the other': async (stage, name) => {
    const body = { lead_id: stage.leads[1], duration: 0, notes: name, call_status: 'no-answer' as const };
    await make(stage, name, [callLogs.create, { body }, stage.client.rep.token]);
  },
  note: async (stage, name) => {
    const input = { params: { id: stage.leads[0] }, body: { body: name } };
    await make(stage, name, [leadNotes.create, input, stage.client.rep.token]);
  },
  plan: async (stage, name) => {
    const body = { lead_id: stage.leads[1], title: name, reminder_date: SOON };
    await make(stage, name, [reminders.create, { body }, stage.client.manager.token]);
  },
  complete: async (stage, name) =>
    await send(stage, name, [
      reminders.complete,
      { params: { id: stage.reminders[0] } },
      stage.client.rep.token,
    ]),
  reopen: async (stage, name) =>
    await send(stage, name, [
      reminders.reopen,
      { params: { id: stage.reminders[0] } },
      stage.client.rep.token,
    ]),
  snooze: async (stage, name) => {
    const input = { params: { id: stage.reminders[1] }, body: { reminder_date: SOON } };
    await send(stage, name, [reminders.update, input, stage.client.rep.token]);
  },
  'delete the follow-up': async (stage, name) =>
    await send(stage, name, [
      reminders.remove,
      { params: { id: stage.reminders[1] } },
      stage.client.manager.token,
    ]),
  edit: async (stage, name) => {
    const [id] = stage.leads;
    const { token } = stage.client.manager;
    const read = await stage.app.call(leads.get, { params: { id } }, token);
    if (read.status !== 200) return;
    const { version } = read.body.data;
    const input = { params: { id }, body: { version, notes: name } };
    await sendOnce(stage, `edit of version ${version}`, name, [leads.update, input, token]);
  },
  assign: async (stage, name) => {
    const input = { params: { id: stage.leads[0] }, body: { assigned_to: stage.client.otherRep.id } };
    await send(stage, name, [leads.assign, input, stage.client.manager.token]);
  },
  archive: async (stage, name) => {
    const input = { params: { id: stage.leads[1] }, body: { is_archived: true } };
    await send(stage, name, [leads.setArchived, input, stage.client.rep.token]);
  },
  'change both': async (stage, name) => {
    const body = { lead_ids: stage.leads, updates: { status: 'contacted', tags: [name] } };
    await send(stage, name, [leadBulk.update, { body }, stage.superadmin.token]);
  },
  'assign both': async (stage, name) => {
    const body = { lead_ids: stage.leads.toReversed(), assigned_to: stage.client.otherRep.id };
    await send(stage, name, [leadBulk.assign, { body }, stage.client.admin.token]);
  },
  'delete both': async (stage, name) => {
    const body = { lead_ids: stage.leads.toReversed() };
    await send(stage, name, [leadBulk.remove, { body }, stage.superadmin.token]);
  },
  delete: async (stage, name) =>
    await send(stage, name, [leads.remove, { params: { id: stage.leads[0] } }, stage.client.admin.token]),
  restore: async (stage, name) =>
    await send(stage, name, [
      leadTrash.restore,
      { params: { id: stage.leads[0] } },
      stage.client.admin.token,
    ]),
  'merge into the first': async (stage, name) => {
    const [id, lead_id] = stage.leads;
    await send(stage, name, [
      leadDuplicates.merge,
      { params: { id }, body: { lead_id } },
      stage.client.admin.token,
    ]);
  },
  'merge into the second': async (stage, name) => {
    const [lead_id, id] = stage.leads;
    await send(stage, name, [
      leadDuplicates.merge,
      { params: { id }, body: { lead_id } },
      stage.client.admin.token,
    ]);
  },
  undo: async (stage, name) => {
    const input = { params: { id: stage.operation } };
    await sendOnce(stage, 'undo', name, [operations.undo, input, stage.superadmin.token]);
  },
  'undo the deletion': async (stage, name) => {
    const { operation: id } = stage.trashed;
    await send(stage, name, [operations.undo, { params: { id } }, stage.client.admin.token]);
  },
  'restore the deleted': async (stage, name) => {
    const { id } = stage.trashed;
    await send(stage, name, [leadTrash.restore, { params: { id } }, stage.client.admin.token]);
  },
  leave: async (stage, name) => {
    const { otherRep, rep, admin } = stage.client;
    const input = { params: { id: otherRep.id }, body: { isActive: false, reassignTo: rep.id } };
    await send(stage, name, [users.setActive, input, admin.token]);
  },
  'tell what is due': async (stage) => {
    const client = await findClient(stage.app.database, stage.client.id);
    if (client) await inBackground(fireDue(stage.app.database, client, true));
  },
  mirror: async (stage) => await inBackground(followClient(stage.app.database, stage.client.id)),
};
