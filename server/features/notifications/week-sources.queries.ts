import { dayOf } from '#shared/values/dates.ts';
import { optionLabel } from '#shared/fields/lead-options.ts';
import type { SourceFigures } from '#shared/activities/reports.ts';
import { recipientActor } from '#server/db/actors.ts';
import type { Database } from '#server/db/database.ts';
import { Scope } from '#server/db/scope.ts';
import type { Message } from '#server/features/notifications/deliveries.queries.ts';
import type { Seen } from '#server/features/notifications/message-contents.queries.ts';
import { getSourceReport } from '#server/features/reports/source-report.queries.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';

type BestSource = { name: string } & Pick<SourceFigures, 'new_leads' | 'converted' | 'converted_value'>;
export type WeekSources = {
  now: SourceFigures;
  before: SourceFigures;
  /**
   * The source with the most conversions, or, if several tie, the one of them with the most new leads;
   * undefined in a week with neither.
   */
  best: BestSource | undefined;
};

const DAY = 86_400_000;

/**
 * The leads of the seven days before the message, in the client's calendar, and of the seven days before
 * those, counted as in the report by source.
 */
export async function findWeekSources(
  database: Database,
  { client, sight }: Seen,
  { user_id, due_at }: Message,
): Promise<WeekSources> {
  const scope = await new Scope(database, recipientActor(client, { id: user_id, sight })).reading();
  const today = Date.parse(dayOf(due_at, client.timeZone));
  const day = (ago: number) => new Date(today - ago * DAY).toISOString().slice(0, 10);
  const before = { from_date: day(14), to_date: day(8) };
  const [{ all, sources }, { options }] = await Promise.all([
    getSourceReport(scope, { from_date: day(7), to_date: day(1) }, before),
    fieldOptions(scope),
  ]);
  const [best] = sources
    .filter(({ source, now }) => source !== null && now.new_leads + now.converted > 0)
    .toSorted(
      (one, other) => other.now.converted - one.now.converted || other.now.new_leads - one.now.new_leads,
    );
  return {
    now: all.now,
    before: all.before,
    best: best && { name: optionLabel(best.source ?? '', options.source), ...best.now },
  };
}
