import { callLogs } from '#shared/activities/call-logs.ts';
import { leadBulk } from '#shared/leads/lead-bulk.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadNotes } from '#shared/leads/lead-notes.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leads } from '#shared/leads/leads.ts';
import { operations } from '#shared/activities/operations.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { users } from '#shared/accounts/users.ts';
import { make, send, sendOnce, soon } from '#test/schedules/stage.ts';
import type { Stage } from '#test/schedules/stage.ts';

/** Something that a person, or the server, does beside others; `name` tells it from equal acts. */
export type Act = (stage: Stage, name: string) => Promise<unknown>;

/** People's acts on two leads and their follow-ups. */
export const LEAD_ACTS = {
  'log a call': async (stage, name) => {
    const body = {
      lead_id: stage.leads[0],
      duration: 2,
      notes: name,
      completes_reminder_id: stage.reminders[0],
      reminder: { title: `next of ${name}`, reminder_date: soon(stage) },
    };
    await make(stage, name, [callLogs.create, { body }, stage.client.rep]);
  },
  'press twice': async (stage, name) => {
    const body = { lead_id: stage.leads[0], title: name, reminder_date: soon(stage) };
    const press = async () => await make(stage, name, [reminders.create, { body }, stage.client.rep]);
    await Promise.all([press(), press()]);
  },
  'call the other': async (stage, name) => {
    const body = { lead_id: stage.leads[1], duration: 0, notes: name, call_status: 'no-answer' as const };
    await make(stage, name, [callLogs.create, { body }, stage.client.rep]);
  },
  note: async (stage, name) => {
    const input = { params: { id: stage.leads[0] }, body: { body: name } };
    await make(stage, name, [leadNotes.create, input, stage.client.rep]);
  },
  plan: async (stage, name) => {
    const body = { lead_id: stage.leads[1], title: name, reminder_date: soon(stage) };
    await make(stage, name, [reminders.create, { body }, stage.client.manager]);
  },
  complete: async (stage, name) => {
    const input = { params: { id: stage.reminders[0] } };
    await send(stage, name, [reminders.complete, input, stage.client.rep]);
  },
  reopen: async (stage, name) => {
    const input = { params: { id: stage.reminders[0] } };
    await send(stage, name, [reminders.reopen, input, stage.client.rep]);
  },
  'complete the other': async (stage, name) => {
    const input = { params: { id: stage.reminders[1] } };
    await send(stage, name, [reminders.complete, input, stage.client.rep]);
  },
  snooze: async (stage, name) => {
    const input = { params: { id: stage.reminders[1] }, body: { reminder_date: soon(stage) } };
    await send(stage, name, [reminders.update, input, stage.client.rep]);
  },
  'delete the follow-up': async (stage, name) => {
    const input = { params: { id: stage.reminders[1] } };
    await send(stage, name, [reminders.remove, input, stage.client.manager]);
  },
  edit: async (stage, name) => {
    const [id] = stage.leads;
    const { manager } = stage.client;
    const read = await stage.server.call(leads.get, { params: { id } }, manager.token);
    if (read?.status !== 200) return;
    const { version } = read.body.data;
    const input = { params: { id }, body: { version, notes: name } };
    await sendOnce(stage, `edit of version ${version}`, name, [leads.update, input, manager]);
  },
  assign: async (stage, name) => {
    const input = { params: { id: stage.leads[0] }, body: { assigned_to: stage.client.otherRep.id } };
    await send(stage, name, [leads.assign, input, stage.client.manager]);
  },
  archive: async (stage, name) => {
    const input = { params: { id: stage.leads[1] }, body: { is_archived: true } };
    await send(stage, name, [leads.setArchived, input, stage.client.rep]);
  },
  'change both': async (stage, name) => {
    const body = { lead_ids: stage.leads, updates: { status: 'contacted', tags: [name] } };
    await send(stage, name, [leadBulk.update, { body }, stage.superadmin]);
  },
  'assign both': async (stage, name) => {
    const body = { lead_ids: stage.leads.toReversed(), assigned_to: stage.client.otherRep.id };
    await send(stage, name, [leadBulk.assign, { body }, stage.client.admin]);
  },
  'delete both': async (stage, name) => {
    const body = { lead_ids: stage.leads.toReversed() };
    await send(stage, name, [leadBulk.remove, { body }, stage.superadmin]);
  },
  delete: async (stage, name) => {
    const input = { params: { id: stage.leads[0] } };
    await send(stage, name, [leads.remove, input, stage.client.admin]);
  },
  restore: async (stage, name) => {
    const input = { params: { id: stage.leads[0] } };
    await send(stage, name, [leadTrash.restore, input, stage.client.admin]);
  },
  'merge into the first': async (stage, name) => {
    const [id, lead_id] = stage.leads;
    const input = { params: { id }, body: { lead_id } };
    await send(stage, name, [leadDuplicates.merge, input, stage.client.admin]);
  },
  'merge into the second': async (stage, name) => {
    const [lead_id, id] = stage.leads;
    const input = { params: { id }, body: { lead_id } };
    await send(stage, name, [leadDuplicates.merge, input, stage.client.admin]);
  },
  undo: async (stage, name) => {
    const input = { params: { id: stage.operation } };
    await sendOnce(stage, 'undo', name, [operations.undo, input, stage.superadmin]);
  },
  'undo the deletion': async (stage, name) => {
    const { operation: id } = stage.trashed;
    await send(stage, name, [operations.undo, { params: { id } }, stage.client.admin]);
  },
  'restore the deleted': async (stage, name) => {
    const { id } = stage.trashed;
    await send(stage, name, [leadTrash.restore, { params: { id } }, stage.client.admin]);
  },
  'undo the merge': async (stage, name) => {
    const { operation: id } = stage.merged;
    await sendOnce(stage, 'undo of the merge', name, [
      operations.undo,
      { params: { id } },
      stage.client.admin,
    ]);
  },
  'restore the merged': async (stage, name) => {
    const { id } = stage.merged;
    await send(stage, name, [leadTrash.restore, { params: { id } }, stage.client.admin]);
  },
  'call the merged': async (stage, name) => {
    const body = { lead_id: stage.merged.kept, duration: 1, notes: name };
    await make(stage, name, [callLogs.create, { body }, stage.client.admin]);
  },
  leave: async (stage, name) => {
    const { otherRep, rep, admin } = stage.client;
    const input = { params: { id: otherRep.id }, body: { isActive: false, reassignTo: rep.id } };
    await send(stage, name, [users.setActive, input, admin]);
  },
} satisfies Record<string, Act>;
