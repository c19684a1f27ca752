import { sql } from 'kysely';
import { LEAD_CONFIG_KEY, newLeadDefaults } from '#shared/field-configuration.ts';
import type { FieldConfiguration } from '#shared/field-configuration.ts';
import { customName, fieldEntry, isCustomKey } from '#shared/custom-fields.ts';
import type { CustomFieldKey, FieldKey, LeadField } from '#shared/lead-fields.ts';
import { statusMeaning } from '#shared/lead-options.ts';
import type { Option, StatusMeaning, StatusOption } from '#shared/lead-options.ts';
import type { AnnouncementListener } from '#server/db/announcement-listener.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { isRecord, removedFields } from './stored-fields.ts';
import { effectiveConfiguration } from './effective-configuration.ts';

/** A custom field: its key, the name of its values in `custom` of a lead, and its entry. */
export type CustomField = { key: CustomFieldKey; name: string; field: LeadField };

/** A client's configuration as its leads need it. */
export type FieldOptions = {
  configuration: FieldConfiguration;
  statuses: readonly StatusOption[];
  /** Options of every select field. */
  options: Partial<Record<FieldKey, readonly Option[]>>;
  /** The custom fields by name, in their order; and the names of removed ones, whose values nobody sees. */
  custom: ReadonlyMap<string, CustomField>;
  removed: readonly string[];
  /** The values of a new lead where the caller names none. */
  defaults: ReturnType<typeof newLeadDefaults>;
  /** The status of a lead that is marked as converted. */
  wonStatus: string;
  meaningOf: (status: string) => StatusMeaning;
};

/**
 * Milliseconds for which a change may go unseen when its announcement is lost; an announcement that is heard takes
 * effect at once.
 */
const FRESH_FOR = 5000;
const MAX_CLIENTS = 2000;

type Cached<T> = { until: number; value: Promise<T> };
const byClient = new Map<string, Cached<FieldOptions>>();
const STANDARD = optionsOf({});

/** The fields and options of the client that is read; the catalogue's while every client is read, or none. */
export async function fieldOptions(scope: ReadScope): Promise<FieldOptions> {
  const { client } = scope;
  if (!client) return STANDARD;
  return await cached(byClient, client.id, async () => {
    const stored = await storedSettings(scope);
    return stored === undefined ? STANDARD : optionsOf(stored);
  });
}

/**
 * Forgets the fields of every client whose change any process of this database announces, from now on; calling the
 * returned function ends that.
 */
export function forgetAnnounced({ announcements }: { announcements: AnnouncementListener }): () => void {
  return announcements.subscribe((said) => {
    if (said.type === 'changed' && said.kinds.includes('fields')) forgetFields(said.clientId);
    if (said.type !== 'missed') return;
    byClient.clear();
    everywhere.clear();
  });
}

/** Forgets a client's remembered fields: its configuration has changed. */
export function forgetFields(clientId: string): void {
  byClient.delete(clientId);
  everywhere.clear();
}

async function storedSettings({ db }: ReadScope): Promise<unknown> {
  const row = await db
    .selectFrom('configurations')
    .select('value')
    .where('config_key', '=', LEAD_CONFIG_KEY)
    .executeTakeFirst();
  return row?.value;
}

const everywhere = new Map<'all', Cached<ReadonlyMap<string, FieldOptions>>>();

/** The fields and options of every client that has stored anything, by the client's id. */
async function allFieldOptions(scope: ReadScope): Promise<ReadonlyMap<string, FieldOptions>> {
  return await cached(everywhere, 'all', async () => {
    const stored = await sql<{ client_id: string; value: unknown }>`
      SELECT client_id, value FROM ${scope.table('configurations')} WHERE config_key = ${LEAD_CONFIG_KEY}
    `.execute(scope.db);
    return new Map(stored.rows.map((row) => [row.client_id, optionsOf(row.value)]));
  });
}

/** Answers a function for the meaning of a status in the client that has it, for one client and for all of them. */
export async function statusMeanings(
  scope: ReadScope,
): Promise<(status: string, clientId: string) => StatusMeaning> {
  if (scope.client) return (await fieldOptions(scope)).meaningOf;
  if (!scope.isEverything) return STANDARD.meaningOf;
  const all = await allFieldOptions(scope);
  return (status, clientId) => (all.get(clientId) ?? STANDARD).meaningOf(status);
}

/** The names of removed fields, by client. */
export async function removedNames(scope: ReadScope): Promise<ReadonlyMap<string, readonly string[]>> {
  const { client } = scope;
  if (!client && !scope.isEverything) return new Map();
  const all = client ? new Map([[client.id, await fieldOptions(scope)]]) : await allFieldOptions(scope);
  return new Map([...all].flatMap(([id, { removed }]) => (removed.length > 0 ? [[id, removed]] : [])));
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

function optionsOf(stored: unknown): FieldOptions {
  const configuration = effectiveConfiguration(stored);
  const settings = Object.entries(configuration);
  const statuses = (configuration.status.options ?? []) as StatusOption[];
  const options: FieldOptions['options'] = Object.fromEntries(
    settings.flatMap(([key, setting]) => (setting.options ? [[key, setting.options]] : [])),
  );
  const custom = settings.flatMap(([key, setting]): CustomField[] =>
    isCustomKey(key) ? [{ key, name: customName(key), field: fieldEntry(key, setting) }] : [],
  );
  return {
    configuration,
    statuses,
    options,
    custom: new Map(custom.map((field) => [field.name, field])),
    removed: isRecord(stored)
      ? removedFields(stored).map(({ key }) => customName(key as CustomFieldKey))
      : [],
    defaults: newLeadDefaults((key) => configuration[key].options ?? []),
    wonStatus: statuses.find(({ meaning }) => meaning === 'won')?.value ?? 'converted',
    meaningOf: (status) => statusMeaning(status, statuses),
  };
}
