import type { QueryClient } from '@tanstack/react-query';
import { isRep } from '#shared/accounts/permissions.ts';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { myDay } from '#shared/activities/my-day.ts';
import { whoseDayOf } from '#shared/activities/whose-day.ts';
import { query } from '#web/api/query.ts';
import { paths } from '#web/paths.ts';
import { currentSession } from '#web/session/session-store.ts';

/** Asks for the rows of My Day and the lead fields while the page that shows them is still rendered. */
export function readFirst(queries: QueryClient): void {
  const { user } = currentSession();
  if (!user || !isRep(user.role.name) || location.pathname !== paths.dashboard) return;
  void queries.prefetchQuery(query(myDay.get, { query: { whose: whoseDayOf(user) } }));
  if (!user.clientId) return;
  void queries.prefetchQuery(query(fieldConfiguration.get, { params: { tenantId: user.clientId } }));
}
