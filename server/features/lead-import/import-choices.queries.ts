import { sql } from 'kysely';
import { ImportValues, MAPPED_FIELDS } from '#shared/leads/lead-import.ts';
import type { ImportOptions } from '#shared/leads/lead-import.ts';
import { foldOption } from '#shared/fields/lead-options.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { InvalidInput } from '#server/errors.ts';
import { fieldOptions } from '#server/leads/settings/field-options.queries.ts';

/** The configuration key under which a client's mapping is stored. */
const REMEMBERED = 'import_values';
/** How many values of a field are remembered; the oldest are dropped first. */
const MOST_REMEMBERED = 500;

/** The mapping from the client's earlier imports; empty if there were none. */
export async function rememberedValues({ db }: ClientScope): Promise<ImportValues> {
  const found = await db
    .selectFrom('configurations')
    .select('value')
    .where('config_key', '=', REMEMBERED)
    .executeTakeFirst();
  return ImportValues.safeParse(found?.value).data ?? {};
}

/**
 * Adds an import's mapping to the client's, for the next import. Runs while the import has the client's turn.
 */
export async function rememberValues(scope: ClientScope, values: ImportValues | undefined): Promise<void> {
  if (MAPPED_FIELDS.every((field) => Object.keys(values?.[field] ?? {}).length === 0)) return;
  const before = await rememberedValues(scope);
  const after = Object.fromEntries(
    MAPPED_FIELDS.map((field) => {
      const said = Object.entries(values?.[field] ?? {});
      const again = new Set(said.map(([from]) => foldOption(from)));
      const older = Object.entries(before[field] ?? {}).filter(([from]) => !again.has(foldOption(from)));
      return [field, Object.fromEntries([...older, ...said].slice(-MOST_REMEMBERED))];
    }),
  );
  if (JSON.stringify(after) === JSON.stringify(before)) return;
  const row = { value: JSON.stringify(after), updated_by: scope.user.id, updated_at: new Date() };
  await scope.db
    .insertInto('configurations')
    .values({ config_key: REMEMBERED, ...row })
    .onConflict((conflict) => conflict.column('config_key').doUpdateSet(row))
    .execute();
}

/**
 * Throws 422 for a value mapped to an option that the client does not have, and for users who are not active
 * in it.
 */
export async function checkChoices(
  scope: ClientScope,
  { values = {}, assign_to = [] }: Pick<ImportOptions, 'values' | 'assign_to'>,
): Promise<void> {
  const { options } = await fieldOptions(scope);
  for (const field of ['status', 'source', 'interest_level'] as const) {
    const known = new Set(options[field]?.map(({ value }) => value));
    const wrong = Object.entries(values[field] ?? {}).find(([, to]) => !known.has(to));
    if (wrong)
      throw new InvalidInput([
        {
          field: 'values',
          message: `“${wrong[0]}” is mapped to an option that no longer exists. Choose again.`,
        },
      ]);
  }
  const named = new Set([...assign_to, ...Object.values(values.owner ?? {})]);
  if (named.size === 0) return;
  const { there } = await scope.db
    .selectFrom('members')
    .select(({ fn }) => fn.countAll<number>().as('there'))
    .where('id', '=', sql<string>`ANY(${[...named]}::uuid[])`)
    .where('belongs', '=', true)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow();
  if (there !== named.size) {
    const field = assign_to.length > 0 ? 'assign_to' : 'values';
    throw new InvalidInput([{ field, message: 'Leads can be given to active users of this client only.' }]);
  }
}
