import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { isCustomKey } from '#shared/fields/custom-fields.ts';
import { PREVIEW_LEADS, PROMISE_KEY } from '#shared/company/distribution.ts';
import type {
  DistributionPerson,
  DistributionRule,
  RuleInput,
  distribution,
} from '#shared/company/distribution.ts';
import type { DataOf } from '#shared/protocol/endpoint.ts';
import { assertSeen, versionOf } from '#server/db/sql/content-version.ts';
import { readingOrder } from '#server/db/sql/folded-text.ts';
import type { ClientScope, ReadScope, ScopedDb } from '#server/db/scope.ts';
import { InvalidInput, NotFound } from '#server/errors.ts';
import {
  distributorOf,
  openDistribution,
  openLeadsOf,
  promiseMinutes,
} from '#server/leads/owners/distribution.queries.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';

const UNKNOWN_RULE = 'This rule does not exist.';
export const UNKNOWN_PERSON = 'This user does not exist.';

const rulesOf = async (db: ScopedDb): Promise<DistributionRule[]> =>
  await db
    .selectFrom('distribution_rules')
    .select(['id', 'name', 'is_active', 'conditions', 'times', 'way', 'people'])
    .orderBy('place')
    .execute();

/**
 * The rules in order, and the users who may get leads or are named in rules; empty when all clients are seen
 * at once.
 */
export async function getDistribution(scope: ReadScope): Promise<DataOf<typeof distribution.get>> {
  const rules = scope.isEverything ? [] : await rulesOf(scope.db);
  const promise_minutes = scope.client ? await promiseMinutes(scope) : null;
  return { version: versionOf(rules), rules, people: await peopleOf(scope, rules), promise_minutes };
}

async function peopleOf(scope: ReadScope, rules: readonly DistributionRule[]): Promise<DistributionPerson[]> {
  const { client } = scope;
  if (!client) return [];
  const named = [...new Set(rules.flatMap(({ people }) => people))];
  const { rows } = await sql<Omit<DistributionPerson, 'open_leads'>>`
    SELECT id, name, email, belongs AND is_active AS is_active, max_open_leads FROM ${scope.table('members')}
    WHERE (belongs AND is_active) OR id = ANY(${named}::uuid[]) ORDER BY ${readingOrder(sql`name`)}, id
  `.execute(scope.db);
  const ids = rows.map(({ id }) => id);
  const open = await openLeadsOf(scope, await fieldOptions(scope), ids);
  const isSeen = (id: string) => scope.sight?.people.includes(id) ?? true;
  return rows.map((row) => ({ ...row, open_leads: isSeen(row.id) ? (open.get(row.id) ?? 0) : null }));
}

/**
 * Replaces all rules; rules that stay keep whose turn it is. Throws 404 for a rule id that the client does
 * not have, 412 with the current rules when others have changed them since `version`, 422 for users, products
 * and fields that the client does not have.
 */
export async function saveRules(
  scope: ClientScope,
  wanted: readonly RuleInput[],
  version: string | undefined,
): Promise<DataOf<typeof distribution.save>> {
  return await scope.transaction(async (inside) => {
    // Blocks distribution, so that no lead is assigned by half-replaced rules.
    await openDistribution(inside);
    const before = await rulesOf(inside.db);
    const current = { version: versionOf(before), rules: before };
    assertSeen(version, current);
    const known = new Set(before.map(({ id }) => id));
    if (wanted.some(({ id }) => id !== undefined && !known.has(id))) throw new NotFound(UNKNOWN_RULE);
    await checkRules(inside, wanted, before);
    const rows = wanted.map(({ id, conditions, times, people, ...rule }, place) => ({
      ...rule,
      id: id ?? uuidv7(),
      place,
      conditions: JSON.stringify(conditions),
      times: times && JSON.stringify(times),
      people: [...new Set(people)],
    }));
    if (new Set(rows.map(({ id }) => id)).size < rows.length)
      throw new InvalidInput([{ field: 'rules', message: 'A rule is named twice.' }]);
    await inside.db
      .deleteFrom('distribution_rules')
      .where(sql<boolean>`id <> ALL(${rows.map(({ id }) => id)}::uuid[])`)
      .execute();
    if (rows.length > 0)
      await inside.db
        .insertInto('distribution_rules')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet(({ ref }) => ({
            place: ref('excluded.place'),
            name: ref('excluded.name'),
            is_active: ref('excluded.is_active'),
            conditions: ref('excluded.conditions'),
            times: ref('excluded.times'),
            way: ref('excluded.way'),
            people: ref('excluded.people'),
          })),
        )
        .execute();
    const rules = await rulesOf(inside.db);
    return { version: versionOf(rules), rules };
  });
}

/**
 * Users who have left and deleted products and fields may stay in a rule that already names them. Throws 422.
 */
async function checkRules(
  scope: ClientScope,
  wanted: readonly RuleInput[],
  before: readonly DistributionRule[],
): Promise<void> {
  const { db } = scope;
  const named = namedBy(wanted);
  const was = namedBy(before);
  const products = without(named.products, was.products);
  const [members, found, { custom }] = await Promise.all([
    db
      .selectFrom('members')
      .select('id')
      .where('belongs', '=', true)
      .where('is_active', '=', true)
      .where('id', '=', sql<string>`ANY(${[...named.people]}::uuid[])`)
      .execute(),
    db
      .selectFrom('products')
      .select('id')
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`id::text = ANY(${products}::text[])`)
      .execute(),
    fieldOptions(scope),
  ]);
  const people = without(named.people, was.people, new Set(members.map(({ id }) => id)));
  const fields = without(named.fields, was.fields, new Set([...custom.values()].map(({ key }) => key)));
  const errors = [
    people.length > 0 && 'Leads can be given to active users of this client only.',
    found.length < products.length && 'Choose products of this client.',
    fields.length > 0 && 'There is no such field.',
  ].filter((message) => message !== false);
  if (errors.length > 0) throw new InvalidInput(errors.map((message) => ({ field: 'rules', message })));
}

const without = (all: ReadonlySet<string>, ...known: ReadonlySet<string>[]) =>
  [...all].filter((one) => !known.some((set) => set.has(one)));

function namedBy(rules: readonly RuleInput[]) {
  const conditions = rules.flatMap((rule) => rule.conditions);
  const products = conditions.filter(({ field }) => field === 'product_id').flatMap(({ values }) => values);
  const fields = conditions.map(({ field }) => field).filter((field) => isCustomKey(field));
  return {
    people: new Set<string>(rules.flatMap((rule) => rule.people)),
    products: new Set<string>(products),
    fields: new Set<string>(fields),
  };
}

type Latest = {
  id: string;
  name: string;
  created_at: Date;
  custom: Record<string, unknown>;
  assigned_user_name: string | null;
};

/**
 * Simulates who would have received the client's latest leads under these rules, with current users, turns
 * and numbers of open leads; newest first. Throws 422 like `saveRules`.
 */
export async function previewRules(scope: ClientScope, wanted: readonly RuleInput[]) {
  const before = await rulesOf(scope.db);
  await checkRules(scope, wanted, before);
  const { rows: turns } = await sql<{ rule_id: string; turns: Record<string, number> }>`
    SELECT rule_id, jsonb_object_agg(user_id, turn) AS turns FROM ${scope.table('distribution_turns')} GROUP BY 1
  `.execute(scope.db);
  const turnsOf = new Map(turns.map((row) => [row.rule_id, row.turns]));
  const rules = wanted
    .filter(({ is_active }) => is_active)
    .map((rule, place) => ({
      ...rule,
      id: rule.id ?? String(place),
      turns: turnsOf.get(rule.id ?? '') ?? {},
    }));
  const distributor = await distributorOf(scope, rules);
  const { rows } = await sql<Latest>`
    SELECT l.*, m.name AS assigned_user_name FROM ${scope.table('leads')} l
    LEFT JOIN ${scope.table('members')} m ON m.id = l.assigned_to
    WHERE l.deleted_at IS NULL ORDER BY l.created_at DESC, l.id DESC LIMIT ${PREVIEW_LEADS}
  `.execute(scope.db);
  // Distributes the oldest lead first.
  const leads = rows.toReversed().map((lead) => {
    const { person, reason } = distributor.give({ lead, custom: lead.custom, at: lead.created_at });
    return { ...lead, created_at: lead.created_at.toISOString(), person, reason };
  });
  return { leads: leads.toReversed() };
}

/** Sets a user's limit of open leads in this client. Throws 404. */
export async function setLimit({ db }: ClientScope, id: string, limit: number | null): Promise<void> {
  const changed = await db
    .updateTable('members')
    .set({ max_open_leads: limit })
    .where('id', '=', id)
    .where('belongs', '=', true)
    .returning('id')
    .executeTakeFirst();
  if (!changed) throw new NotFound(UNKNOWN_PERSON);
}

/** Sets the minutes within which new leads must be contacted; null: no promise. */
export async function setPromise({ db, user }: ClientScope, minutes: number | null): Promise<void> {
  const row = { value: JSON.stringify({ minutes }), updated_by: user.id, updated_at: new Date() };
  await db
    .insertInto('configurations')
    .values({ config_key: PROMISE_KEY, ...row })
    .onConflict((conflict) => conflict.column('config_key').doUpdateSet(row))
    .execute();
}
