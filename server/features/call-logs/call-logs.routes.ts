import { callLogs } from '#shared/activities/call-logs.ts';
import {
  UNKNOWN_CALL,
  getCall,
  listCalls,
  listCallsOfLead,
} from '#server/features/call-logs/call-logs.queries.ts';
import { createCall, removeCall, updateCall } from '#server/features/call-logs/call-writes.queries.ts';
import type { LoggedCall } from '#server/features/call-logs/call-writes.queries.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { pageWithClients } from '#server/features/clients/clients-of-rows.queries.ts';
import { UNKNOWN_LEAD, getLead } from '#server/leads/list/leads.queries.ts';
import { getCompleted, getReminder } from '#server/features/reminders/reminders.queries.ts';
import { idempotencyKey, sayReplayed } from '#server/http/idempotency-key.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function callLogRoutes(server: Server): void {
  serve(
    server,
    callLogs.list,
    async ({ scope, query }) =>
      await pageWithClients(scope, await listCalls(await scope.reading(query.client_id), query)),
  );
  serve(server, callLogs.forLead, async ({ scope, params }) => ({
    data: await listCallsOfLead(await scope.reading(), params.id),
  }));
  serve(server, callLogs.get, async ({ scope, params }) => ({
    data: await getCall(await scope.reading(), params.id),
  }));
  serve(server, callLogs.create, async ({ scope, body, request, reply }) => {
    const key = idempotencyKey(request);
    const client = await scope.owning('leads', body.lead_id, UNKNOWN_LEAD);
    const met = body.completes_reminder_id;
    const see = async (place: ClientScope, { id, reminderId }: LoggedCall) => ({
      call: await getCall(place, id),
      lead: await getLead(place, body.lead_id),
      reminder: reminderId ? await getReminder(place, reminderId) : null,
      completed: met ? await getCompleted(place, met) : null,
    });
    const { made, isReplay, seen } = await createCall(client, body, key, see);
    sayReplayed(reply, isReplay);
    const { call, lead, reminder, completed } = seen ?? (await see(client, made));
    return {
      data: { ...call, lead, reminder, completed },
      message: reminder
        ? 'Call log created and reminder scheduled successfully'
        : 'Call log created successfully',
    };
  });
  serve(server, callLogs.update, async ({ scope, params, body }) => {
    const client = await scope.owning('call_logs', params.id, UNKNOWN_CALL);
    await updateCall(client, params.id, body);
    return { data: await getCall(client, params.id), message: 'Call log updated successfully' };
  });
  serve(server, callLogs.remove, async ({ scope, params }) => {
    const client = await scope.owning('call_logs', params.id, UNKNOWN_CALL);
    await removeCall(client, params.id);
    return { data: params, message: 'Call log deleted successfully' };
  });
}
