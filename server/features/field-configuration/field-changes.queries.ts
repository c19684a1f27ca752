import { sql } from 'kysely';
import { isCustomKey } from '#shared/fields/custom-fields.ts';
import type { FieldError } from '#shared/protocol/errors.ts';
import { LEAD_CONFIG_KEY } from '#shared/fields/field-configuration.ts';
import type {
  CurrentConfiguration,
  FieldConfiguration,
  FieldSetting,
  NewField,
} from '#shared/fields/field-configuration.ts';
import type { CustomFieldKey, FieldKey } from '#shared/fields/lead-fields.ts';
import type { ClientScope } from '#server/db/scope.ts';
import { InvalidInput, NotFound } from '#server/errors.ts';
import { storedFields } from '#server/leads/settings/stored-fields.ts';
import type { StoredField } from '#server/leads/settings/stored-fields.ts';
import { assertSeen, versionOf } from '#server/db/sql/content-version.ts';
import { effectiveConfiguration } from '#server/leads/settings/effective-configuration.ts';
import { forgetFields } from '#server/leads/settings/field-options.queries.ts';
import { configurationProblems, textToStore } from './configuration-problems.ts';
import type { Problem } from './configuration-problems.ts';
import { newKey } from './new-field-key.ts';
import { dateWonLeads } from './won-dates.queries.ts';

const NO_FIELD = 'There is no such field.';

type Settings = Record<string, unknown>;
/** The settings to store, the fields to check, and the name of an invalid field as the caller knows it. */
type Wanted = {
  settings: Settings;
  changed: readonly FieldKey[];
  nameOf: (problem: Problem) => string;
};

/**
 * Merges the given fields into the client's stored settings: all of them, or none. Throws 412 with the
 * current settings when the caller has seen another `version`, and 422.
 */
export async function updateFieldConfiguration(
  scope: ClientScope,
  change: Partial<FieldConfiguration>,
  seen: string | undefined,
): Promise<CurrentConfiguration> {
  return await changeSettings(scope, seen, (settings) => {
    const living = new Map(
      storedFields(settings).flatMap((field) => (field.isRemoved ? [] : [[field.key, field]])),
    );
    const nameOf = ({ key }: Pick<Problem, 'key'>) => `config_value.${key}`;
    const changes = Object.entries(change) as [FieldKey, FieldSetting][];
    const errors = changes.flatMap(([key, setting]): FieldError[] => {
      const message = isCustomKey(key) ? refusal(setting, living.get(key)) : undefined;
      return message ? [{ field: nameOf({ key }), message }] : [];
    });
    if (errors.length > 0) throw new InvalidInput(errors);
    return { settings: { ...settings, ...change }, changed: changes.map(([key]) => key), nameOf };
  });
}

function refusal({ title, type }: FieldSetting, stored: StoredField | undefined): string | undefined {
  if (!stored) return NO_FIELD;
  return type === stored.type ? undefined : `The type of ${title} cannot be changed.`;
}

/** Adds a custom field at the end; returns its key too. Throws 412 and 422 like an update. */
export async function addField(
  scope: ClientScope,
  { version, ...field }: NewField,
): Promise<CurrentConfiguration & { key: string }> {
  let key: CustomFieldKey | undefined;
  const current = await changeSettings(scope, version, (settings, before) => {
    key = newKey(field.title, settings);
    const order = 1 + Math.max(...Object.values(before).map((setting) => setting.order));
    return { settings: { ...settings, [key]: { ...field, order } }, changed: [key], nameOf: property };
  });
  return { ...current, key: key ?? '' };
}

/**
 * Removes a custom field; does nothing if it is already removed. Leads keep their values. Throws 404 for any
 * other key, 412.
 */
export async function removeField(
  scope: ClientScope,
  key: string,
  seen: string | undefined,
): Promise<CurrentConfiguration & { title: string }> {
  return await setRemoved(scope, key, seen, true);
}

/**
 * Restores a removed custom field. Throws 404 for any other key, 412, and 422 when another field now has its
 * title.
 */
export async function restoreField(
  scope: ClientScope,
  key: string,
  seen: string | undefined,
): Promise<CurrentConfiguration & { title: string }> {
  return await setRemoved(scope, key, seen, false);
}

const property = (problem: Problem) => problem.property;

async function setRemoved(scope: ClientScope, key: string, seen: string | undefined, removed: boolean) {
  let title = '';
  const current = await changeSettings(scope, seen, (settings) => {
    const field = storedFields(settings).find((each) => each.key === key);
    if (!field) throw new NotFound(NO_FIELD);
    title = field.title;
    const { removed: _, ...setting } = field.own;
    const stored = removed ? { ...setting, removed } : setting;
    return {
      settings: { ...settings, [key]: stored },
      changed: removed ? [] : [field.key],
      nameOf: property,
    };
  });
  return { ...current, title };
}

/**
 * Changes a client's settings in one transaction, one change at a time; invalid settings are never stored.
 * Leads of statuses that mean won get their dates of winning afterwards.
 */
async function changeSettings(
  scope: ClientScope,
  seen: string | undefined,
  change: (settings: Settings, effective: FieldConfiguration) => Wanted,
): Promise<CurrentConfiguration> {
  const now = await scope.transaction(async ({ db }) => {
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
    const current: CurrentConfiguration = { config_value: before, version: versionOf(before) };
    assertSeen(seen, current);
    const { settings, changed, nameOf } = change(stored.value, before);
    const effective = effectiveConfiguration(settings);
    const problems = configurationProblems(effective, changed);
    if (problems.length > 0)
      throw new InvalidInput(
        problems.map((problem) => ({ field: nameOf(problem), message: problem.message })),
      );
    const value = textToStore(settings);
    if (value === undefined)
      throw new InvalidInput([
        { message: 'There are too many options across all fields. Remove some, or shorten their names.' },
      ]);
    await db
      .updateTable('configurations')
      .set({ value, updated_by: scope.user.id, updated_at: sql<Date>`now()` })
      .where('config_key', '=', LEAD_CONFIG_KEY)
      .execute();
    return { config_value: effective, version: versionOf(effective) };
  });
  forgetFields(scope.client.id);
  await dateWonLeads(scope, now.config_value);
  return now;
}
