import { absences } from '#shared/company/absences.ts';
import {
  UNKNOWN_ABSENCE,
  createAbsence,
  listAbsences,
  removeAbsence,
} from '#server/features/absences/absences.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function absenceRoutes(server: Server): void {
  serve(server, absences.list, async ({ scope, query }) => ({
    data: await listAbsences(await scope.reading(query.client_id)),
  }));
  serveIdempotent(server, absences.create, async ({ scope, query, body, audit }) => {
    const inside = await scope.writingIn(query.clientId, 'absence');
    const { id, user_id } = await createAbsence(inside, body);
    const { first_day, last_day, covered_by } = body;
    const details = { first_day, last_day, ...(covered_by && { covered_by }) };
    await audit('absence_changed', { clientId: inside.client.id, objectId: user_id, details });
    return { data: { id }, message: 'Absence saved' };
  });
  serve(server, absences.remove, async ({ scope, params, query, audit }) => {
    const inside = await scope.changingIn(query.clientId, 'absence', UNKNOWN_ABSENCE);
    const { user_id } = await removeAbsence(inside, params.id);
    await audit('absence_changed', { clientId: inside.client.id, objectId: user_id });
    return { data: params, message: 'Absence removed' };
  });
}
