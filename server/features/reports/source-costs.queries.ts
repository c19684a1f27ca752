import type { BodyOf } from '#shared/protocol/endpoint.ts';
import type { reports } from '#shared/activities/reports.ts';
import type { ClientScope } from '#server/db/scope.ts';

/** Enters the costs of sources in months, all or none; null removes a cost. */
export async function setSourceCosts(
  scope: ClientScope,
  costs: BodyOf<typeof reports.setCosts>['costs'],
): Promise<void> {
  const rows = costs.map(({ source, month, cost }) => ({ source, month: `${month}-01`, cost }));
  const entered = rows.flatMap(({ cost, ...row }) => (cost === null ? [] : { ...row, cost }));
  const removed = rows.filter(({ cost }) => cost === null);
  await scope.transaction(async ({ db, user }) => {
    if (removed.length > 0)
      await db
        .deleteFrom('source_costs')
        .where(({ eb, or, and }) =>
          or(removed.map(({ source, month }) => and([eb('source', '=', source), eb('month', '=', month)]))),
        )
        .execute();
    if (entered.length === 0) return;
    const by = { updated_by: user.id, updated_at: new Date() };
    await db
      .insertInto('source_costs')
      .values(entered.map((row) => ({ ...row, ...by })))
      .onConflict((known) =>
        known.columns(['source', 'month']).doUpdateSet(({ ref }) => ({ cost: ref('excluded.cost'), ...by })),
      )
      .execute();
  });
}
