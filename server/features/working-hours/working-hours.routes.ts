import { RULE_DAYS } from '#shared/company/distribution.ts';
import { workingHours } from '#shared/company/working-hours.ts';
import type { SavedHours } from '#shared/company/working-hours.ts';
import { UNKNOWN_CLIENT } from '#server/db/find-client.ts';
import { getHours, updateHours } from '#server/features/working-hours/working-hours.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function workingHoursRoutes(server: Server): void {
  serve(server, workingHours.get, async ({ scope, params: { id } }) => ({
    data: await getHours(await scope.reading(id)),
  }));
  serve(server, workingHours.update, async ({ scope, params: { id }, body, audit }) => {
    const data = await updateHours(await scope.changingIn(id, 'change', UNKNOWN_CLIENT), body);
    await audit('working_hours_changed', { clientId: id, objectId: id, details: detailsOf(data) });
    return { data, message: 'Saved. The working hours apply to new leads.' };
  });
}

/** Working hours for a line of the audit log. */
function detailsOf({ all_hours, days, from, until, holidays }: SavedHours): Record<string, string | number> {
  if (all_hours) return { hours: 'all' };
  return {
    days: days.map((day) => RULE_DAYS[day - 1]).join(', '),
    hours: `${from} to ${until}`,
    holidays: holidays.length,
  };
}
