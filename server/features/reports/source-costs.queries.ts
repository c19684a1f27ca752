import type { BodyOf } from '#shared/protocol/endpoint.ts';
import type { reports } from '#shared/activities/reports.ts';
import type { ClientScope } from '#server/db/scope.ts';

/** Sets the cost of a source in a month; null removes it. */
export async function setSourceCost(
  { db, user }: ClientScope,
  { source, month, cost }: BodyOf<typeof reports.setCost>,
): Promise<void> {
  const first = `${month}-01`;
  if (cost === null) {
    await db.deleteFrom('source_costs').where('source', '=', source).where('month', '=', first).execute();
    return;
  }
  const said = { cost, updated_by: user.id, updated_at: new Date() };
  await db
    .insertInto('source_costs')
    .values({ source, month: first, ...said })
    .onConflict((known) => known.columns(['source', 'month']).doUpdateSet(said))
    .execute();
}
