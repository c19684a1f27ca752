import { myDay } from '#shared/activities/my-day.ts';
import { reminderCalendar } from '#shared/activities/reminder-calendar.ts';
import { reminders } from '#shared/activities/reminders.ts';
import { usualDay } from '#shared/activities/whose-day.ts';
import type { Scope } from '#server/db/scope.ts';
import { clientsOfRows, withClients } from '#server/features/clients/clients-of-rows.queries.ts';
import { findLeadPages } from '#server/features/lead-page/lead-page.queries.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';
import { getCalendar } from '#server/features/reminders/calendar.queries.ts';
import { getDay, listCovered } from '#server/features/reminders/my-day.queries.ts';
import {
  createReminder,
  removeReminder,
  setCompleted,
  updateReminder,
} from '#server/features/reminders/reminder-writes.queries.ts';
import {
  UNKNOWN_REMINDER,
  getCompleted,
  getReminder,
  listReminders,
} from '#server/features/reminders/reminders.queries.ts';
import type { PresentedReminder } from '#server/features/reminders/reminders.queries.ts';
import { idempotencyKey, sayReplayed } from '#server/http/idempotency-key.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const owning = async (scope: Scope, id: string) => await scope.owning('reminders', id, UNKNOWN_REMINDER);

export function reminderRoutes(server: Server): void {
  serve(server, reminders.list, async ({ scope, query }) => {
    const { pagination, ...found } = await listReminders(await scope.reading(query.client_id), query);
    const rows = await withClients(scope, found.reminders);
    return { data: { ...found, reminders: rows, pagination }, pagination };
  });
  serve(server, reminderCalendar.get, async ({ scope, query }) => {
    const days = await getCalendar(await scope.reading(query.client_id), query);
    const clients = await clientsOfRows(
      scope,
      days.flatMap((day) => day.reminders.map(({ clientId }) => clientId)),
    );
    const named = (row: PresentedReminder) => ({ ...row, ...clients[row.clientId] });
    return { data: days.map((day) => ({ ...day, reminders: day.reminders.map(named) })) };
  });
  serve(server, myDay.get, async ({ scope, account, query }) => {
    const { whose = account?.whoseDay ?? usualDay(scope.user.role), client_id } = query;
    const reading = await scope.reading(client_id);
    const [day, covers] = await reading.together(
      async (one) => await Promise.all([getDay(one, whose), listCovered(one)]),
    );
    const ids = Object.values(day).flatMap(({ rows }) => rows.map((row) => row.clientId));
    const clients = await clientsOfRows(scope, ids);
    const named = <Row extends { clientId: string }, Group extends { rows: Row[] }>(group: Group) => ({
      ...group,
      rows: group.rows.map((row) => ({ ...row, ...clients[row.clientId] })),
    });
    const { overdue, today, tomorrow, later, no_next_step, new: fresh, unassigned } = day;
    const due = new Set([...overdue.rows, ...today.rows].map(({ lead_id }) => lead_id));
    const pages = query.pages && (await findLeadPages(scope, [...due]));
    return {
      data: {
        whose,
        covers,
        ...(pages && { pages }),
        overdue: named(overdue),
        today: named(today),
        tomorrow: named(tomorrow),
        later: named(later),
        no_next_step: named(no_next_step),
        new: named(fresh),
        unassigned: named(unassigned),
      },
    };
  });
  serve(server, reminders.create, async ({ scope, body, request, reply }) => {
    const key = idempotencyKey(request);
    const client = await scope.owning('leads', body.lead_id, UNKNOWN_LEAD);
    const { made, isReplay, seen } = await createReminder(client, body, key);
    sayReplayed(reply, isReplay);
    return { data: seen ?? (await getReminder(client, made.id)), message: 'Reminder scheduled successfully' };
  });
  serve(server, reminders.update, async ({ scope, params: { id }, body }) => {
    const client = await owning(scope, id);
    await updateReminder(client, id, body);
    return { data: await getReminder(client, id), message: 'Reminder updated' };
  });
  serve(server, reminders.complete, async ({ scope, params: { id } }) => {
    const client = await owning(scope, id);
    await setCompleted(client, id, true);
    return { data: await getCompleted(client, id), message: 'Reminder marked as completed' };
  });
  serve(server, reminders.reopen, async ({ scope, params: { id } }) => {
    const client = await owning(scope, id);
    await setCompleted(client, id, false);
    return { data: await getReminder(client, id), message: 'Reminder is open again' };
  });
  serve(server, reminders.remove, async ({ scope, params }) => {
    const client = await owning(scope, params.id);
    await removeReminder(client, params.id);
    return { data: params, message: 'Reminder deleted' };
  });
}
