import { sql } from 'kysely';
import type { auditLog } from '#shared/audit.ts';
import { zoneOf } from '#shared/dates.ts';
import type { QueryOf } from '#shared/endpoint.ts';
import { containing, pageOf } from '#server/db/paginate.ts';
import type { Scope } from '#server/db/scope.ts';
import { openCore } from '#server/db/system-scope.ts';

/** Lines are counted so far. */
const MOST_COUNTED = 10_000;

/** Lines with the names of those concerned; an admin of a client sees what was done in it, to it or by its people. */
function visibleLines(scope: Scope) {
  const { user } = scope;
  const all = openCore(scope)
    .selectFrom('core.audit as a')
    .leftJoin('core.users as actor', 'actor.id', 'a.actor_id')
    .leftJoin('core.users as person', 'person.id', 'a.object_id')
    .leftJoin('core.clients as object', 'object.id', 'a.object_id')
    .leftJoin('core.clients as c', (join) =>
      join.on('c.id', '=', sql<string>`coalesce(a.client_id, actor.client_id, person.client_id)`),
    );
  return user.seesAllClients ? all : all.where('c.id', '=', user.client?.id ?? null);
}

/** The audit log, newest first. */
export async function listAudit(scope: Scope, query: QueryOf<typeof auditLog.list>) {
  const timeZone = zoneOf(scope.user.client);
  let matching = visibleLines(scope);
  if (query.action) matching = matching.where('a.action', '=', query.action);
  if (query.from_date)
    matching = matching.where(
      sql<boolean>`a.at >= ${query.from_date}::date::timestamp AT TIME ZONE ${timeZone}`,
    );
  if (query.to_date)
    matching = matching.where(
      sql<boolean>`a.at < (${query.to_date}::date + 1)::timestamp AT TIME ZONE ${timeZone}`,
    );
  if (query.search) {
    matching = matching.where(
      sql<boolean>`concat_ws(' ', actor.first_name, actor.last_name, actor.email, person.first_name, person.last_name,
        person.email, c.client_name, a.address) ILIKE ${containing(query.search)}`,
    );
  }
  const [rows, counted] = await Promise.all([
    matching
      .select(['a.id', 'a.at', 'a.action', 'a.actor_role', 'a.details', 'a.address', 'c.client_name'])
      .select(sql<string | null>`actor.first_name || ' ' || actor.last_name`.as('actor_name'))
      .select(
        sql<string | null>`coalesce(person.first_name || ' ' || person.last_name, object.client_name)`.as(
          'object_name',
        ),
      )
      .orderBy('a.at', 'desc')
      .orderBy('a.id', 'desc')
      .limit(query.limit)
      .offset((query.page - 1) * query.limit)
      .execute(),
    openCore(scope)
      .selectFrom(matching.select('a.id').limit(MOST_COUNTED).as('lines'))
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { entries: rows, pagination: pageOf(query, counted.total, counted.total >= MOST_COUNTED) };
}
