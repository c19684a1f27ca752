import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { dayOf, startOfDay, zoneOf } from '#shared/values/dates.ts';
import { relativeDays } from '#shared/values/relative-days.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { ReportDays, SourceFigures } from '#shared/activities/reports.ts';
import { recipientActor } from '#server/db/actors.ts';
import type { Database } from '#server/db/database.ts';
import { Scope } from '#server/db/scope.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { wholeCompany } from '#server/db/visibility/whole-company.ts';
import type { Message } from '#server/features/notifications/deliveries.queries.ts';
import type { Seen } from '#server/features/notifications/message-contents.queries.ts';
import { getSourceReport } from '#server/features/reports/source-report.queries.ts';
import { leadConditions } from '#server/leads/list/lead-filters.ts';
import { notInTrash } from '#server/leads/list/not-in-trash.ts';
import { wonLeads } from '#server/leads/list/ready-filters.queries.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';

type WeekFigures = { leads: number; calls: number; converted: number; completed: number };
type BestSource = { name: string } & Pick<SourceFigures, 'new_leads' | 'converted' | 'converted_value'>;
export type WeeklyReport = {
  days: ReportDays;
  /** The recipient's work, also on leads that others have now. */
  own: WeekFigures;
  /** Everybody's work on the leads that the recipient sees. */
  everybody: WeekFigures;
  /** The leads of the week and of the one before, counted as in the report by source. */
  now: SourceFigures;
  before: SourceFigures;
  /**
   * The source with the most conversions, or, if several tie, the one of them with the most new leads;
   * undefined in a week with neither.
   */
  best: BestSource | undefined;
};

/** The calendar week before the one in which the message is due. */
export async function findWeeklyReport(
  database: Database,
  { client, sight }: Seen,
  { user_id, due_at }: Message,
): Promise<WeeklyReport> {
  const scope = await new Scope(database, recipientActor(client, { id: user_id, sight })).reading();
  const days = weekBefore(dayOf(due_at, client.timeZone));
  const [{ all, sources }, work, { options }] = await Promise.all([
    getSourceReport(scope, days, weekBefore(days.from_date)),
    findWork(scope, days, user_id),
    fieldOptions(scope),
  ]);
  const [best] = sources
    .filter(({ source, now }) => source !== null && now.new_leads + now.converted > 0)
    .toSorted(
      (one, other) => other.now.converted - one.now.converted || other.now.new_leads - one.now.new_leads,
    );
  return {
    days,
    ...work,
    now: all.now,
    before: all.before,
    best: best && { name: optionLabel(best.source ?? '', options.source), ...best.now },
  };
}

/** The days from Monday to Sunday before the week of this day. */
function weekBefore(day: string): ReportDays {
  const { from: monday = day } = relativeDays('this_week', day);
  const { to: sunday = day } = relativeDays('yesterday', monday);
  const { from = day } = relativeDays('this_week', sunday);
  return { from_date: from, to_date: sunday };
}

/** New leads by who added them; calls, follow-ups and wins counted as for targets. */
async function findWork(
  scope: ReadScope,
  { from_date, to_date }: ReportDays,
  userId: string,
): Promise<Pick<WeeklyReport, 'own' | 'everybody'>> {
  const zone = zoneOf(scope.client);
  const [from, until] = [startOfDay(from_date, zone), startOfDay(to_date, zone, 1)];
  const won = await wonLeads(scope);
  const figures = (of: ReadScope, owner?: string) => {
    const count = (
      table: 'leads' | 'call_logs' | 'reminders',
      at: string,
      by: string,
      isCounted: RawBuilder<unknown>,
    ) => {
      const [moment, person] = [sql.ref(`${table}.${at}`), sql.ref(`${table}.${by}`)];
      return sql`(SELECT count(*) FROM ${of.table(table)} ${sql.id(table)} WHERE ${moment} >= ${from} AND ${moment} < ${until}
        AND ${isCounted}${owner ? sql` AND ${person} = ${owner}::uuid` : sql``})`;
    };
    return sql`SELECT ${count('leads', 'created_at', 'created_by', sql`leads.deleted_at IS NULL`)} AS leads,
      ${count('call_logs', 'call_date', 'user_id', notInTrash(of, 'call_logs'))} AS calls,
      ${count('leads', 'converted_at', 'assigned_to', sql.join(leadConditions(of, won), sql` AND `))} AS converted,
      ${count('reminders', 'completed_at', 'user_id', notInTrash(of, 'reminders'))} AS completed`;
  };
  const { rows } = await sql<WeekFigures>`
    ${figures(wholeCompany(scope), userId)} UNION ALL ${figures(scope)}`.execute(scope.db);
  const none = { leads: 0, calls: 0, converted: 0, completed: 0 };
  return { own: rows[0] ?? none, everybody: rows[1] ?? none };
}
