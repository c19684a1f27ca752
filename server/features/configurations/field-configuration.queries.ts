import { sql } from 'kysely';
import { LEAD_CONFIG_KEY } from '#shared/field-configuration.ts';
import type { CurrentConfiguration, FieldConfiguration } from '#shared/field-configuration.ts';
import { LEAD_FIELDS, LEAD_FIELD_KEYS } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import { statusMeaning } from '#shared/lead-options.ts';
import type { Option, StatusMeaning, StatusOption } from '#shared/lead-options.ts';
import type { ClientScope, ReadScope } from '#server/db/scope.ts';
import { InvalidInput, Stale } from '#server/errors.ts';
import { configurationErrors, effectiveConfiguration, versionOf } from './effective-configuration.ts';
import type { StoredSettings } from './effective-configuration.ts';

/** What the configuration of a client means for its leads. */
export type FieldOptions = {
  configuration: FieldConfiguration;
  statuses: readonly StatusOption[];
  /** Options of every select field. */
  options: Partial<Record<LeadFieldKey, readonly Option[]>>;
  /** What a new lead gets where nothing is said. */
  defaults: { status: string; source: string | null; interest_level: string | null };
  /** The status of a lead that is marked as converted. */
  wonStatus: string;
  meaningOf: (status: string) => StatusMeaning;
};

/** Other processes see a change after so many milliseconds at most; this one at once. */
const FRESH_FOR = 5000;
const MAX_CLIENTS = 2000;

type Cached<T> = { until: number; value: Promise<T> };
const byClient = new Map<string, Cached<FieldOptions>>();
const STANDARD = optionsOf(effectiveConfiguration({}));

/** The fields and options of the one client that is read; the catalogue's where it is all of them or none. */
export async function fieldOptions(scope: ReadScope): Promise<FieldOptions> {
  const { client } = scope;
  if (!client) return STANDARD;
  return await cached(byClient, client.id, async () => {
    const stored = await storedSettings(scope);
    return stored === undefined ? STANDARD : optionsOf(effectiveConfiguration(stored));
  });
}

/** The configuration of the one client that is read, never a remembered one: whoever edits it builds on this. */
export async function currentConfiguration(scope: ReadScope): Promise<CurrentConfiguration> {
  const config_value = effectiveConfiguration(await storedSettings(scope));
  return { config_value, version: versionOf(config_value) };
}

async function storedSettings({ db }: ReadScope): Promise<unknown> {
  const row = await db
    .selectFrom('configurations')
    .select('value')
    .where('config_key', '=', LEAD_CONFIG_KEY)
    .executeTakeFirst();
  return row?.value;
}

type MeaningOf = (status: string, clientId: string) => StatusMeaning;
const everywhere = new Map<'all', Cached<MeaningOf>>();

/** What a status means in the client that has it, for one client and for all of them. */
export async function statusMeanings(scope: ReadScope): Promise<MeaningOf> {
  if (scope.client) return (await fieldOptions(scope)).meaningOf;
  if (!scope.isEverything) return STANDARD.meaningOf;
  return await cached(everywhere, 'all', async () => {
    const stored = await sql<{ client_id: string; value: unknown }>`
      SELECT client_id, value FROM ${scope.table('configurations')} WHERE config_key = ${LEAD_CONFIG_KEY}
    `.execute(scope.db);
    const meanings = new Map(
      stored.rows.map((row) => [row.client_id, optionsOf(effectiveConfiguration(row.value)).meaningOf]),
    );
    return (status, clientId) => (meanings.get(clientId) ?? STANDARD.meaningOf)(status);
  });
}

async function cached<Key, T>(cache: Map<Key, Cached<T>>, key: Key, load: () => Promise<T>): Promise<T> {
  const known = cache.get(key);
  if (known && known.until > Date.now()) return await known.value;
  if (cache.size >= MAX_CLIENTS) cache.clear();
  const entry = { until: Date.now() + FRESH_FOR, value: load() };
  cache.set(key, entry);
  try {
    return await entry.value;
  } catch (error) {
    if (cache.get(key) === entry) cache.delete(key);
    throw error;
  }
}

function optionsOf(configuration: FieldConfiguration): FieldOptions {
  const statuses = (configuration.status.options ?? []) as StatusOption[];
  const options = Object.fromEntries(
    LEAD_FIELD_KEYS.flatMap((key) => {
      const own = configuration[key].options;
      return own ? [[key, own]] : [];
    }),
  ) as FieldOptions['options'];
  const preferred = (key: 'status' | 'interest_level') => {
    const own = configuration[key].options ?? [];
    const standard = LEAD_FIELDS[key].default;
    return own.some(({ value }) => value === standard) ? standard : (own[0]?.value ?? standard);
  };
  return {
    configuration,
    statuses,
    options,
    defaults: {
      status: preferred('status'),
      source: options.source?.[0]?.value ?? null,
      interest_level: preferred('interest_level'),
    },
    wonStatus: statuses.find(({ meaning }) => meaning === 'won')?.value ?? 'converted',
    meaningOf: (status) => statusMeaning(status, statuses),
  };
}

/**
 * Lays the given fields over what the client has stored: all of them, or none. Throws 412 with the current one when the
 * caller has seen another `version`, and 422.
 */
export async function updateFieldConfiguration(
  scope: ClientScope,
  change: StoredSettings,
  seen: string | undefined,
): Promise<CurrentConfiguration> {
  const whole = await scope.transaction(async ({ db }) => {
    const row = { config_key: LEAD_CONFIG_KEY, updated_by: scope.user.id };
    await db
      .insertInto('configurations')
      .values({ ...row, value: '{}' })
      .onConflict((conflict) => conflict.column('config_key').doNothing())
      .execute();
    const stored = await db
      .selectFrom('configurations')
      .select('value')
      .where('config_key', '=', LEAD_CONFIG_KEY)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const before = effectiveConfiguration(stored.value);
    const version = versionOf(before);
    if (seen !== undefined && seen !== version) throw new Stale({ config_value: before, version });
    const merged = { ...stored.value, ...change };
    const effective = effectiveConfiguration(merged);
    const errors = configurationErrors(effective, Object.keys(change) as LeadFieldKey[]);
    if (errors.length > 0) throw new InvalidInput(errors);
    await db
      .updateTable('configurations')
      .set({ value: JSON.stringify(merged), updated_by: scope.user.id, updated_at: sql<Date>`now()` })
      .where('config_key', '=', LEAD_CONFIG_KEY)
      .execute();
    return { config_value: effective, version: versionOf(effective) };
  });
  byClient.delete(scope.client.id);
  everywhere.clear();
  return whole;
}
