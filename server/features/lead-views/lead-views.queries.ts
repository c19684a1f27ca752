import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { BodyOf } from '#shared/protocol/endpoint.ts';
import { COUNTED_VIEWS, MAX_VIEWS } from '#shared/leads/lead-views.ts';
import type { LeadView, leadViews } from '#shared/leads/lead-views.ts';
import { PERMISSIONS, can } from '#shared/accounts/permissions.ts';
import { once } from '#server/db/once.ts';
import type { Once } from '#server/db/once.ts';
import { assertSeen, withVersion } from '#server/db/sql/content-version.ts';
import type { ClientScope, ReadScope } from '#server/db/scope.ts';
import type { LeadViewRow } from '#server/db/tables/client-tables.ts';
import { Conflict, Forbidden, HttpError, NotFound } from '#server/errors.ts';
import { firstViewFor } from '#server/features/lead-views/first-views.ts';
import { countPlan, totalOf } from '#server/leads/list/list-totals.queries.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';
import { readyFilters } from '#server/leads/list/ready-filters.queries.ts';

type Row = Selectable<LeadViewRow>;

export const UNKNOWN_VIEW = 'This view does not exist.';

function visibleViews({ db, user }: ReadScope) {
  return db
    .selectFrom('lead_views')
    .where((eb) => eb.or([eb('is_shared', '=', true), eb('user_id', '=', user.id)]));
}

type Content = Pick<Row, 'name' | 'address' | 'filters' | 'columns' | 'is_shared'>;

/** A view with the version derived from its content, as its reader sees it. */
function versioned({ name, address, filters, columns, is_shared }: Content) {
  return withVersion({ name, address, filters, columns, is_shared });
}

/**
 * The caller's views and the shared ones of a client, in the caller's order; empty when all clients are seen
 * at once.
 */
export async function listViews(scope: ReadScope): Promise<{ views: LeadView[]; default_id: string | null }> {
  if (scope.isEverything) return { views: [], default_id: null };
  const { id, role } = scope.user;
  const [found, choices, { defaults }] = await Promise.all([
    visibleViews(scope)
      .selectAll()
      .orderBy('is_shared', 'desc')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    scope.db.selectFrom('lead_view_choices').selectAll().where('user_id', '=', id).executeTakeFirst(),
    fieldOptions(scope),
  ]);
  const rows = found.map((row) => ({ ...row, ...firstViewFor(row, role, defaults.status) }));
  const place = new Map(choices?.view_order.map((view, index) => [view, index]));
  const placeOf = (row: Row) => place.get(row.id) ?? place.size;
  const sorted = rows.toSorted((one, other) => placeOf(one) - placeOf(other));
  const totals = await countViews(scope, sorted.slice(0, COUNTED_VIEWS));
  const views = sorted.map((row) => ({
    id: row.id,
    version: versioned(row).version,
    name: row.name,
    address: row.address,
    columns: row.columns,
    is_shared: row.is_shared,
    can_edit: row.is_shared ? can(role, 'leads.share_views') : row.user_id === id,
    total: totals.get(row.id)?.total ?? null,
    totalIsCapped: totals.get(row.id)?.isCapped ?? false,
  }));
  // A shared view that the user begins with may have become private.
  const first = views.find((view) => view.id === choices?.default_id);
  return { views, default_id: first?.id ?? null };
}

/** The number of leads in each view, in one statement; skips a view whose filters are no longer valid. */
async function countViews(scope: ReadScope, rows: readonly Pick<Row, 'id' | 'filters'>[]) {
  const plans: { id: string; plan: ReturnType<typeof countPlan> }[] = [];
  for (const { id, filters } of rows) {
    try {
      plans.push({ id, plan: countPlan(scope, await readyFilters(scope, filters)) });
    } catch (error) {
      // The view filters by a removed field, or by creator for a user who may not.
      if (!(error instanceof HttpError)) throw error;
    }
  }
  if (plans.length === 0) return new Map<string, ReturnType<typeof totalOf>>();
  const counts = sql.join(plans.map(({ plan }) => plan.sql));
  const { rows: counted } = await sql<{ counts: string[] }>`SELECT ARRAY[${counts}] AS counts`.execute(
    scope.db,
  );
  const numbers = counted[0]?.counts ?? [];
  return new Map(plans.map(({ id, plan }, index) => [id, totalOf(plan, Number(numbers[index] ?? 0))]));
}

type Change = BodyOf<typeof leadViews.update>;
type Fields = Omit<Change, 'version'>;

/**
 * Saves a view, once per key. Throws 403 for a shared view if the user may not share, 409 when there are too
 * many views.
 */
export async function createView(
  scope: ClientScope,
  view: BodyOf<typeof leadViews.create>,
  key?: string,
): Promise<Once<{ id: string }>> {
  const { id: user_id } = scope.user;
  if (view.is_shared) assertMayShare(scope);
  const id = uuidv7();
  return await once(scope, { operation: 'lead_views.create', key, input: view }, { id }, async ({ db }) => {
    await assertRoom(db, view.is_shared, user_id);
    await db
      .insertInto('lead_views')
      .values({
        id,
        user_id,
        ...stored(view),
        name: view.name,
        address: view.address,
        filters: JSON.stringify(view.filters),
      })
      .execute();
  });
}

/** Throws 409 when the limit of shared views, or of this user's own, is reached. */
async function assertRoom(db: ClientScope['db'], isShared: boolean, userId: string): Promise<void> {
  const { had } = await db
    .selectFrom('lead_views')
    .select(({ fn }) => fn.countAll<number>().as('had'))
    .where('is_shared', '=', isShared)
    .$if(!isShared, (query) => query.where('user_id', '=', userId))
    .executeTakeFirstOrThrow();
  if (had >= MAX_VIEWS)
    throw new Conflict(
      `You’ve reached the limit of ${MAX_VIEWS} ${isShared ? 'shared' : 'private'} views. Delete one first.`,
    );
}

/**
 * Changes the sent properties. Throws 404 for a view that the caller cannot see, 403 for another user's, 409
 * like `createView`, 412 with the current view when `version` is not the latest.
 */
export async function updateView(
  scope: ClientScope,
  id: string,
  { version, ...change }: Change,
): Promise<{ id: string; version: string }> {
  const { defaults } = await fieldOptions(scope);
  return await scope.transaction(async (inside) => {
    const before = await assertMayEdit(inside, id);
    const { is_shared } = before;
    if (change.is_shared) assertMayShare(scope);
    // A changed first view keeps the leads and name that the user has seen.
    const shown = firstViewFor(before, scope.user.role, defaults.status);
    assertSeen(version, { id, ...versioned({ ...before, ...shown }) });
    const turns = change.is_shared !== undefined && change.is_shared !== is_shared;
    if (turns) await assertRoom(inside.db, !is_shared, scope.user.id);
    const values = {
      ...stored({ ...shown, ...change }),
      // A shared view that becomes private belongs to the user who changes it.
      ...(turns && is_shared && { user_id: scope.user.id }),
    };
    const after =
      Object.keys(values).length === 0
        ? before
        : await inside.db
            .updateTable('lead_views')
            .set(values)
            .where('id', '=', id)
            .returning(EDITED)
            .executeTakeFirstOrThrow();
    const now = { ...after, ...firstViewFor(after, scope.user.role, defaults.status) };
    return { id, version: versioned(now).version };
  });
}

/** Deletes a view. Throws like `updateView`. */
export async function removeView(scope: ClientScope, id: string): Promise<{ id: string }> {
  await assertMayEdit(scope, id);
  await scope.db.deleteFrom('lead_views').where('id', '=', id).execute();
  return { id };
}

/**
 * Saves the caller's order and first view; drops ids that no longer exist. Throws 404 for an unknown first
 * view.
 */
export async function arrangeViews(
  scope: ClientScope,
  { order, default_id }: BodyOf<typeof leadViews.arrange>,
): Promise<void> {
  const { id: user_id } = scope.user;
  const rows = await visibleViews(scope).select('id').execute();
  const seen = new Set(rows.map(({ id }) => id));
  if (default_id !== null && !seen.has(default_id)) throw new NotFound(UNKNOWN_VIEW);
  const values = { view_order: order.filter((id) => seen.has(id)), default_id };
  await scope.db
    .insertInto('lead_view_choices')
    .values({ user_id, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute();
}

function assertMayShare({ user }: ClientScope): void {
  if (!can(user.role, 'leads.share_views')) throw new Forbidden(PERMISSIONS['leads.share_views'].refusal);
}

/** The parts of a view that an edit reads. */
const EDITED = ['is_shared', 'user_id', 'name', 'address', 'filters', 'columns'] as const;

/** The view, locked until the end of a transaction. */
async function assertMayEdit(scope: ClientScope, id: string) {
  const view = await visibleViews(scope)
    .select(EDITED)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!view) throw new NotFound(UNKNOWN_VIEW);
  if (view.is_shared) assertMayShare(scope);
  return view;
}

/** The sent properties as column values. */
function stored({ filters, columns, ...rest }: Fields) {
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...(filters && { filters: JSON.stringify(filters) }),
    ...(columns !== undefined && { columns: columns && JSON.stringify(columns) }),
  };
}
