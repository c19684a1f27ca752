import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { callLogs } from '#shared/call-logs.ts';
import { leadBulk } from '#shared/lead-bulk.ts';
import { leadDuplicates } from '#shared/lead-duplicates.ts';
import { leadImport } from '#shared/lead-import.ts';
import { leadTrash } from '#shared/lead-trash.ts';
import { leads } from '#shared/leads.ts';
import { operations } from '#shared/operations.ts';
import { reminders } from '#shared/reminders.ts';
import type { TestApp } from '#test/app.ts';
import { countingErrors } from '#test/counters.ts';
import { followUpErrors } from '#test/follow-ups.ts';
import { createLead, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();

const moment = fc
  .integer({ min: -5, max: 20 })
  .map((days) => new Date(Date.UTC(2026, 10, 21, 9) + days * 86_400_000).toISOString());
const when = fc.oneof({ weight: 3, arbitrary: moment }, fc.constant(null));
const pick = fc.nat({ max: 50 });
const step = fc.oneof(
  fc.record({ do: fc.constant('create' as const), date: when }),
  fc.record({ do: fc.constant('edit' as const), lead: pick, date: when }),
  fc.record({ do: fc.constant('bulk' as const), lead: pick, date: when }),
  fc.record({ do: fc.constant('import' as const), lead: pick, date: moment }),
  fc.record({ do: fc.constant('plan' as const), lead: pick, date: moment }),
  fc.record({ do: fc.constant('call' as const), lead: pick, date: when }),
  fc.record({ do: fc.constant('snooze' as const), reminder: pick, date: moment }),
  fc.record({
    do: fc.constantFrom('complete' as const, 'reopen' as const, 'discard' as const),
    reminder: pick,
  }),
  fc.record({ do: fc.constant('merge' as const), lead: pick, other: pick, date: fc.option(moment) }),
  fc.record({ do: fc.constantFrom('trash' as const, 'restore' as const), lead: pick }),
  fc.record({ do: fc.constant('undo' as const), operation: pick }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Everything that exists, whatever became of it: steps also name what is gone. */
type Known = { leads: string[]; emails: string[] };

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

const successes = new Map<string, number>();

async function call(...[endpoint, input]: Parameters<TestApp['call']>): Promise<void> {
  const reply = await app.call(endpoint, input, world.superadmin.token);
  // What is gone, or has been undone already.
  assert.ok([200, 201, 404, 409].includes(reply.status) || endpoint === leadDuplicates.merge, reply.text);
  if (reply.status >= 300) return;
  const name = `${endpoint.method} ${endpoint.path}`;
  successes.set(name, (successes.get(name) ?? 0) + 1);
}

let addresses = 0;
async function create(known: Known, date: string | null): Promise<void> {
  addresses += 1;
  const email = `step.${addresses}@example.com`;
  const lead = await createLead(app, world.alpha.manager, { email, next_followup_date: date });
  known.leads.push(lead.id);
  known.emails.push(email);
}

async function take(known: Known, next: Step): Promise<void> {
  const id = 'lead' in next ? (at(known.leads, next.lead) ?? '') : '';
  const params = { id };
  if (next.do === 'create') await create(known, next.date);
  else if (next.do === 'edit') await call(leads.update, { params, body: { next_followup_date: next.date } });
  else if (next.do === 'bulk') {
    const body = {
      lead_ids: [...new Set([id, known.leads[0] ?? id])],
      updates: { next_followup_date: next.date },
    };
    await call(leadBulk.update, { body });
  } else if (next.do === 'import') {
    const email = at(known.emails, next.lead);
    const rows = [
      { email, next_followup_date: next.date },
      { name: 'New', next_followup_date: next.date },
    ];
    const query = { update_existing: true, clientId: world.alpha.id };
    await call(leadImport.run, { query, body: { leads: rows, update_existing: true } });
  } else if (next.do === 'plan')
    await call(reminders.create, {
      body: { lead_id: id, title: 'Send the quote', reminder_date: next.date },
    });
  else if (next.do === 'call') {
    const reminder = next.date ? { title: 'Ask again', reminder_date: next.date } : undefined;
    await call(callLogs.create, { body: { lead_id: id, duration: 1, notes: 'Busy', reminder } });
  } else if ('reminder' in next) await withReminder(next);
  else if (next.do === 'merge') {
    const body = {
      lead_id: at(known.leads, next.other),
      fields: next.date ? { next_followup_date: next.date } : {},
    };
    await call(leadDuplicates.merge, { params, body });
  } else if (next.do === 'trash') await call(leads.remove, { params });
  else if (next.do === 'restore') await call(leadTrash.restore, { params });
  else if (next.do === 'undo') {
    const recent = await app.call(operations.list, { query: { limit: 20 } }, world.superadmin.token);
    const operation = at(recent.body.data, next.operation);
    if (operation) await call(operations.undo, { params: { id: operation.id } });
  }
}

async function withReminder(next: Extract<Step, { reminder: number }>): Promise<void> {
  const listed = await app.call(reminders.list, { query: { limit: 50 } }, world.alpha.manager.token);
  const reminder = at(listed.body.data.reminders, next.reminder);
  if (!reminder) return;
  const params = { id: reminder.id };
  if (next.do === 'snooze') await call(reminders.update, { params, body: { reminder_date: next.date } });
  else if (next.do === 'complete') await call(reminders.complete, { params });
  else if (next.do === 'reopen') await call(reminders.reopen, { params });
  else await call(reminders.remove, { params });
}

test('a follow-up date is the earliest open reminder after whatever anybody does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      const known: Known = { leads: [], emails: [] };
      await create(known, null);
      await create(known, '2026-11-25T04:30:00.000Z');
      for (const next of steps) {
        await take(known, next);
        assert.deepEqual(await followUpErrors(app, world.alpha.schema), [], JSON.stringify(next));
      }
    }),
    { numRuns: 15 },
  );
  assert.deepEqual(await countingErrors(app, world.alpha), []);
  const { create: plan, update, complete, reopen, remove } = reminders;
  const tried = [leads.update, leadBulk.update, leadImport.run, callLogs.create, leadDuplicates.merge, leads.remove, leadTrash.restore]; // prettier-ignore
  for (const { method, path } of [...tried, operations.undo, plan, update, complete, reopen, remove])
    assert.ok((successes.get(`${method} ${path}`) ?? 0) > 0, `${method} ${path}`);
});

test('and when everybody does it at once', async () => {
  const known: Known = { leads: [], emails: [] };
  for (let count = 0; count < 4; count += 1) await create(known, '2026-11-25T04:30:00.000Z');
  const steps = fc.sample(step, { numRuns: 160, seed: 20_261_121 });
  for (let from = 0; from < steps.length; from += 8)
    await Promise.all(steps.slice(from, from + 8).map(async (next) => await take(known, next)));
  assert.deepEqual(await followUpErrors(app, world.alpha.schema), []);
  assert.deepEqual(await countingErrors(app, world.alpha), []);
});
