import { DEFAULT_FIELD_CONFIGURATION, FieldSetting } from '#shared/fields/field-configuration.ts';
import type { FieldConfiguration } from '#shared/fields/field-configuration.ts';
import { LEAD_FIELD_KEYS } from '#shared/fields/lead-fields.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { statusMeaning } from '#shared/fields/lead-options.ts';
import { isRecord, storedFields } from './stored-fields.ts';

/**
 * The catalogue overlaid by a client's stored settings, plus the client's custom fields that are not removed,
 * in their order. Unknown or unreadable settings count as not stored; fields stored without an order follow
 * the others, sorted by key.
 */
export function effectiveConfiguration(stored: unknown): FieldConfiguration {
  const settings = isRecord(stored) ? stored : {};
  const catalogue = LEAD_FIELD_KEYS.map((key) => {
    const own = Object.hasOwn(settings, key) ? settings[key] : undefined;
    return { key, standard: DEFAULT_FIELD_CONFIGURATION[key], own: isRecord(own) ? own : undefined };
  });
  const custom = storedFields(settings)
    .filter(({ isRemoved }) => !isRemoved)
    .map(({ key, type, title, own }) => ({ key, standard: { ...BLANK, title, type }, own }));
  const entries = [...catalogue, ...custom].map(({ key, standard, own }) => ({
    key,
    setting: settingOf(key, standard, own),
    ordered: !own || isOrder(own['order']),
  }));
  const last = Math.max(0, ...entries.filter(({ ordered }) => ordered).map(({ setting }) => setting.order));
  const rest = entries
    .filter(({ ordered }) => !ordered)
    .map(({ key }) => key)
    .toSorted();
  for (const entry of entries) if (!entry.ordered) entry.setting.order = last + 1 + rest.indexOf(entry.key);
  entries.sort((a, b) => a.setting.order - b.setting.order || (a.key < b.key ? -1 : 1));
  return Object.fromEntries(entries.map(({ key, setting }) => [key, setting])) as FieldConfiguration;
}

const isOrder = (order: unknown) => FieldSetting.shape.order.safeParse(order).success;

/** The setting of a custom field whose stored setting is unreadable. */
const BLANK = { showTable: false, showForm: true, required: false, order: 0 };

function settingOf(
  key: FieldKey,
  { options: standard, ...setting }: FieldSetting,
  own: Record<string, unknown> | undefined,
): FieldSetting {
  let options = standard;
  if (own) {
    // Older settings have a single `show` for what are now `showTable` and `showForm`.
    const read: Record<string, unknown> = { showTable: own['show'], showForm: own['show'], ...own };
    for (const name of ['title', 'showTable', 'showForm', 'required', 'order', 'placeholder'] as const) {
      const value = FieldSetting.shape[name].safeParse(read[name]);
      if (value.success && value.data !== undefined) Object.assign(setting, { [name]: value.data });
    }
    const given = FieldSetting.shape.options.safeParse(own['options']);
    if (setting.type === 'select' && given.success && given.data && given.data.length > 0)
      options = given.data;
  }
  if (!options) return setting;
  return { ...setting, options: options.map((option) => withMeaning(key, option)) };
}

type OptionEntry = NonNullable<FieldSetting['options']>[number];

/** An option, with its meaning for the deal if it is a status; other options have none. */
function withMeaning(key: FieldKey, { value, label, meaning, tone }: OptionEntry): OptionEntry {
  const option = tone ? { value, label, tone } : { value, label };
  return key === 'status' ? { ...option, meaning: meaning ?? statusMeaning(value) } : option;
}
