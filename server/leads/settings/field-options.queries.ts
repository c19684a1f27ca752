import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { LEAD_CONFIG_KEY, newLeadDefaults } from '#shared/fields/field-configuration.ts';
import type { FieldConfiguration } from '#shared/fields/field-configuration.ts';
import { foldText } from '#shared/values/fold-text.ts';
import { customName, fieldEntry, isCustomKey } from '#shared/fields/custom-fields.ts';
import type { CustomFieldKey, FieldKey, LeadField } from '#shared/fields/lead-fields.ts';
import { statusMeaning } from '#shared/fields/lead-options.ts';
import type { Option, StatusMeaning, StatusOption } from '#shared/fields/lead-options.ts';
import type { AnnouncementListener } from '#server/db/announce/announcement-listener.ts';
import type { Announcer } from '#server/db/announce/announcer.ts';
import type { ReadScope } from '#server/db/scope.ts';
import { isRecord, removedFields } from './stored-fields.ts';
import { effectiveConfiguration } from './effective-configuration.ts';
import { ShortCache } from './short-cache.ts';
import { forgetDirectory } from '#server/leads/list/search-directory.queries.ts';

/** A custom field: its key, its name in a lead's `custom`, and its entry. */
export type CustomField = { key: CustomFieldKey; name: string; field: LeadField };

/** The parts of a client's configuration that its leads need. */
export type FieldOptions = {
  configuration: FieldConfiguration;
  statuses: readonly StatusOption[];
  /** Options of every select field. */
  options: Partial<Record<FieldKey, readonly Option[]>>;
  /** The custom fields by name, in their order; and the names of removed fields, whose values are hidden. */
  custom: ReadonlyMap<string, CustomField>;
  removed: readonly string[];
  /** A new lead's values where the caller sends none. */
  defaults: ReturnType<typeof newLeadDefaults>;
  /** The status of a lead that is marked as converted. */
  wonStatus: string;
  meaningOf: (status: string) => StatusMeaning;
};

const byClient = new ShortCache<string, FieldOptions>();
const STANDARD = optionsOf({});

/** The fields and options of the client that is read; the catalogue's when all clients are read, or none. */
export async function fieldOptions(scope: ReadScope): Promise<FieldOptions> {
  const { client } = scope;
  if (!client) return STANDARD;
  return await byClient.get(scope, client.id, async () => {
    const stored = await storedSettings(scope);
    return stored === undefined ? STANDARD : optionsOf(stored);
  });
}

/** The custom fields of the client that is read, by name, that hold phone numbers and emails. */
export async function contactFields(scope: ReadScope): Promise<ReadonlyMap<string, 'phone' | 'email'>> {
  const { custom } = await fieldOptions(scope);
  return new Map(
    [...custom].flatMap(
      ([
        name,
        {
          field: { type },
        },
      ]) => (type === 'phone' || type === 'email' ? [[name, type] as const] : []),
    ),
  );
}

type Heard = { announcements: AnnouncementListener; ownWrites: Announcer };

/**
 * From now on forgets the cached fields and search directory of every client when any process of this
 * database announces a change; the returned function stops that. Own writes of leads and notes take effect
 * before the caller gets a response. Earlier changes were missed, so everything cached until now is dropped
 * too.
 */
export function forgetAnnounced({ announcements, ownWrites }: Heard): () => void {
  forgetEverything();
  const forgetOwn = ownWrites.hear(
    (clientId, kinds) => (kinds.includes('leads') || kinds.includes('notes')) && forgetDirectory(clientId),
  );
  const forgetOthers = announcements.subscribe((said) => {
    if (said.type === 'changed' && said.kinds.includes('fields')) forgetFields(said.clientId);
    if (said.type === 'changed' && said.kinds.some((kind) => kind === 'leads' || kind === 'notes'))
      forgetDirectory(said.clientId);
    if (said.type === 'missed') forgetEverything();
  });
  return () => {
    forgetOwn();
    forgetOthers();
  };
}

function forgetEverything(): void {
  forgetDirectory();
  byClient.forgetAll();
  everywhere.forgetAll();
}

/** Drops a client's cached fields after its configuration has changed. */
export function forgetFields(clientId: string): void {
  byClient.forget(clientId);
  everywhere.forgetAll();
}

async function storedSettings({ db }: ReadScope): Promise<unknown> {
  const row = await db
    .selectFrom('configurations')
    .select('value')
    .where('config_key', '=', LEAD_CONFIG_KEY)
    .executeTakeFirst();
  return row?.value;
}

const everywhere = new ShortCache<'all', ReadonlyMap<string, FieldOptions>>();

/** The fields and options of every client that has stored any, by client id. */
async function allFieldOptions(scope: ReadScope): Promise<ReadonlyMap<string, FieldOptions>> {
  return await everywhere.get(scope, 'all', async () => {
    const stored = await sql<{ client_id: string; value: unknown }>`
      SELECT client_id, value FROM ${scope.table('configurations')} WHERE config_key = ${LEAD_CONFIG_KEY}
    `.execute(scope.db);
    return new Map(stored.rows.map((row) => [row.client_id, optionsOf(row.value)]));
  });
}

/**
 * The lead fields of these clients, by client id, for clients that have stored any; nothing for clients the
 * caller may not read.
 */
export async function configurationsOf(
  scope: ReadScope,
  clientIds: readonly string[],
): Promise<{ client_id: string; effective_value: FieldConfiguration }[]> {
  const { client, isEverything } = scope;
  const known = isEverything
    ? await allFieldOptions(scope)
    : new Map(client ? [[client.id, await fieldOptions(scope)]] : []);
  return [...new Set(clientIds)].flatMap((client_id) => {
    const found = known.get(client_id);
    return found && found !== STANDARD ? [{ client_id, effective_value: found.configuration }] : [];
  });
}

/** When all clients are read: the clients with custom fields or options of their own. */
export async function clientsWithOwnFields(scope: ReadScope): Promise<string[]> {
  return scope.isEverything ? [...(await allFieldOptions(scope)).keys()] : [];
}

/** Returns a function that gives the meaning of a status in its client, for one client or for all of them. */
export async function statusMeanings(
  scope: ReadScope,
): Promise<(status: string, clientId: string | null) => StatusMeaning> {
  if (scope.client) return (await fieldOptions(scope)).meaningOf;
  if (!scope.isEverything) return STANDARD.meaningOf;
  const all = await allFieldOptions(scope);
  return (status, clientId) => (all.get(clientId ?? '') ?? STANDARD).meaningOf(status);
}

/** The names of removed fields, by client. */
async function removedNames(scope: ReadScope): Promise<ReadonlyMap<string, readonly string[]>> {
  const { client } = scope;
  if (!client && !scope.isEverything) return new Map();
  const all = client ? new Map([[client.id, await fieldOptions(scope)]]) : await allFieldOptions(scope);
  return new Map([...all].flatMap(([id, { removed }]) => (removed.length > 0 ? [[id, removed]] : [])));
}

/** The values of a lead's custom fields, without those of removed fields, which are hidden. */
export async function visibleCustom(scope: ReadScope): Promise<RawBuilder<unknown>> {
  const removed = [...(await removedNames(scope))];
  if (removed.length === 0) return sql`leads.custom`;
  const without = (names: readonly string[]) => sql`leads.custom - ${names}::text[]`;
  const cases = removed.map(([id, names]) => sql`WHEN ${id}::uuid THEN ${without(names)}`);
  return sql`(CASE ${scope.clientId('leads')} ${sql.join(cases, sql` `)} ELSE leads.custom END)`;
}

/** An option whose label matches a search; `clientId` if only that client uses this label. */
export type CalledOption = { clientId?: string; field: FieldKey; value: string };

/**
 * The options whose label contains one of these folded texts; an option whose value contains the text is
 * found by its value anyway.
 */
export async function optionsCalled(scope: ReadScope, texts: readonly string[]): Promise<CalledOption[]> {
  const called = ({ options }: FieldOptions) =>
    Object.entries(options).flatMap(([field, list]) =>
      (list ?? [])
        .filter(({ label, value }) =>
          texts.some((text) => foldText(label).includes(text) && !foldText(value).includes(text)),
        )
        .map(({ value }): CalledOption => ({ field: field as FieldKey, value })),
    );
  if (!scope.isEverything) return called(await fieldOptions(scope));
  const all = [...(await allFieldOptions(scope))];
  return all.flatMap(([clientId, options]) => called(options).map((option) => ({ ...option, clientId })));
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
