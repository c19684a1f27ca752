import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import type { auditLog } from '#shared/accounts/audit.ts';
import { zoneOf } from '#shared/values/dates.ts';
import { foldText } from '#shared/values/fold-text.ts';
import type { QueryOf } from '#shared/protocol/endpoint.ts';
import { serviceName } from '#shared/accounts/service-tokens.ts';
import { hasTyped } from '#server/db/sql/folded-text.ts';
import { containing, pageOf } from '#server/db/sql/paginate.ts';
import type { Scope } from '#server/db/scope.ts';
import { openCore } from '#server/db/system-scope.ts';

/** Totals of lines are capped at this number. */
const MOST_COUNTED = 10_000;

/** Lines with the names of the people concerned; a client's admin sees those of the client. */
function visibleLines(scope: Scope) {
  const { user } = scope;
  const all = openCore(scope)
    .selectFrom('core.audit as a')
    .leftJoin('core.users as actor', 'actor.id', 'a.actor_id')
    .leftJoin('core.service_tokens as program', 'program.id', 'a.actor_id')
    .leftJoin('core.users as person', 'person.id', 'a.object_id')
    .leftJoin('core.service_tokens as token', 'token.id', 'a.object_id')
    .leftJoin('core.clients as object', 'object.id', 'a.object_id')
    .leftJoin('core.clients as c', 'c.id', 'a.client_id');
  return user.seesAllClients ? all : all.where('a.client_id', '=', user.client?.id ?? null);
}

/**
 * Whether a line is about somebody or something of this name. Names are looked up first: the log has many
 * times as many lines as there are users.
 */
function isAbout(typed: string): RawBuilder<SqlBool> {
  const person = hasTyped(sql`concat_ws(' ', first_name, last_name, email)`, typed);
  const named = sql`SELECT id FROM core.users WHERE ${person}
    UNION ALL SELECT id FROM core.service_tokens WHERE ${hasTyped(sql`name`, typed)}`;
  const clients = sql`SELECT id FROM core.clients WHERE ${hasTyped(sql`client_name`, typed)}`;
  return sql`(a.actor_id IN (${named}) OR a.object_id IN (${named}) OR a.client_id IN (${clients})
    OR a.address LIKE ${containing(foldText(typed))})`;
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
  if (query.search) matching = matching.where(isAbout(query.search));
  const [rows, counted] = await Promise.all([
    matching
      .select(['a.id', 'a.at', 'a.action', 'a.details', 'a.address', 'c.client_name', 'actor.first_name'])
      .select(['actor.last_name', 'program.name as program_name', 'a.actor_role'])
      .select(
        sql<
          string | null
        >`coalesce(person.first_name || ' ' || person.last_name, token.name, object.client_name)`.as(
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
  const entries = rows.map(({ first_name, last_name, program_name, actor_role, ...line }) => ({
    ...line,
    ...(program_name === null
      ? { actor_name: first_name === null ? null : `${first_name} ${last_name}`, actor_role }
      : { actor_name: serviceName(program_name), actor_role: null }),
  }));
  return { data: { entries }, pagination: pageOf(query, counted.total, counted.total >= MOST_COUNTED) };
}
