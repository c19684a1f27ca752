import { createHash } from 'node:crypto';
import type { FieldError } from '#shared/errors.ts';
import { DEFAULT_FIELD_CONFIGURATION, FieldSetting } from '#shared/field-configuration.ts';
import type { FieldConfiguration } from '#shared/field-configuration.ts';
import { LEAD_FIELD_KEYS, foldTitle, leadField } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import { foldOption, statusMeaning } from '#shared/lead-options.ts';

export type StoredSettings = Partial<Record<LeadFieldKey, FieldSetting>>;

/**
 * The catalogue overlaid by what a client has stored, in the order of the fields. What is stored but unknown or
 * unreadable counts as not stored; fields stored without an order follow the others by their key.
 */
export function effectiveConfiguration(stored: unknown): FieldConfiguration {
  const settings = isRecord(stored) ? stored : {};
  const entries = LEAD_FIELD_KEYS.map((key) => {
    const own = Object.hasOwn(settings, key) ? settings[key] : undefined;
    return { key, own: isRecord(own) ? own : undefined };
  }).map(({ key, own }) => ({ key, setting: settingOf(key, own), ordered: !own || isOrder(own['order']) }));
  const last = Math.max(0, ...entries.filter(({ ordered }) => ordered).map(({ setting }) => setting.order));
  const rest = entries
    .filter(({ ordered }) => !ordered)
    .map(({ key }) => key)
    .sort();
  for (const entry of entries) if (!entry.ordered) entry.setting.order = last + 1 + rest.indexOf(entry.key);
  entries.sort((a, b) => a.setting.order - b.setting.order || (a.key < b.key ? -1 : 1));
  return Object.fromEntries(entries.map(({ key, setting }) => [key, setting])) as FieldConfiguration;
}

const isOrder = (order: unknown) => FieldSetting.shape.order.safeParse(order).success;

function settingOf(key: LeadFieldKey, own: Record<string, unknown> | undefined): FieldSetting {
  const { options: standard, ...setting } = DEFAULT_FIELD_CONFIGURATION[key];
  let options = standard;
  if (own) {
    // Older settings say with one `show` what two say now.
    const read: Record<string, unknown> = { showTable: own['show'], showForm: own['show'], ...own };
    for (const name of ['title', 'showTable', 'showForm', 'required', 'order', 'placeholder'] as const) {
      const value = FieldSetting.shape[name].safeParse(read[name]);
      if (value.success && value.data !== undefined) Object.assign(setting, { [name]: value.data });
    }
    const given = FieldSetting.shape.options.safeParse(own['options']);
    if (leadField(key).type === 'select' && given.success && given.data && given.data.length > 0)
      options = given.data;
  }
  if (!options) return setting;
  return { ...setting, options: options.map((option) => withMeaning(key, option)) };
}

type OptionEntry = NonNullable<FieldSetting['options']>[number];

/** Options of the status say what they mean for the deal; others mean nothing beyond themselves. */
function withMeaning(key: LeadFieldKey, { value, label, meaning, tone }: OptionEntry): OptionEntry {
  const option = tone ? { value, label, tone } : { value, label };
  return key === 'status' ? { ...option, meaning: meaning ?? statusMeaning(value) } : option;
}

/** Names a configuration by what it says: equal ones have one version, whoever saved them and how often. */
export function versionOf(configuration: FieldConfiguration): string {
  return createHash('sha256').update(JSON.stringify(configuration)).digest('base64url').slice(0, 22);
}

/** What is wrong with the settings of the `changed` fields within the whole configuration. */
export function configurationErrors(
  whole: FieldConfiguration,
  changed: readonly LeadFieldKey[],
): FieldError[] {
  const errors = changed.flatMap((key) =>
    settingErrors(key, whole[key]).map((message) => ({ field: `config_value.${key}`, message })),
  );
  const titles = new Map<string, LeadFieldKey>();
  for (const key of LEAD_FIELD_KEYS) {
    const folded = foldTitle(whole[key].title);
    const other = titles.get(folded);
    titles.set(folded, key);
    if (other === undefined || !(changed.includes(key) || changed.includes(other))) continue;
    errors.push({
      field: `config_value.${key}`,
      message: `Two fields cannot have the title ${whole[key].title}.`,
    });
  }
  return errors;
}

function settingErrors(key: LeadFieldKey, { title, required, showForm, options }: FieldSetting): string[] {
  const { readOnly, max = 200 } = leadField(key);
  const errors: string[] = [];
  if (foldTitle(title) === '') errors.push('A title needs a letter or a digit.');
  if (key === 'name' && !showForm)
    errors.push(`${title} cannot be hidden from the form: every lead has a name.`);
  else if (required && !showForm) errors.push(`${title} is required, so the form must show it.`);
  if (key === 'name' && !required) errors.push(`${title} is always required.`);
  if (readOnly && showForm) errors.push(`${title} is set by the server and cannot be in the form.`);
  const seen = new Set<string>();
  for (const { value } of options ?? []) {
    const folded = foldOption(value);
    if (seen.has(folded)) errors.push(`${title} has the option ${value} twice.`);
    seen.add(folded);
    if ([...value].length > max) errors.push(`An option of ${title} can have ${max} characters at most.`);
  }
  return errors;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
