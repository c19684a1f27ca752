import { isCustomKey, isFieldKey } from '#shared/fields/custom-fields.ts';
import { LEAD_FIELD_KEYS } from '#shared/fields/lead-fields.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { columnWidth } from '#web/lib/column-width.ts';
import { DEFAULT_SORT, isSortable } from './list-state.ts';
import type { ListSort } from './list-state.ts';

/**
 * One user's settings of the lead list. Absent parts follow the client's configuration and the product's
 * default. Removed fields and other clients' custom fields keep their position, since a user with access to
 * all clients switches between them.
 */
export type TablePreferences = {
  order?: readonly FieldKey[];
  visible?: readonly FieldKey[];
  sort?: ListSort;
  widths?: ColumnWidths;
};

/**
 * The widths, in pixels, of columns that the user has resized. Other columns are as wide as their content.
 */
export type ColumnWidths = Readonly<Partial<Record<FieldKey, number>>>;

/**
 * The columns that come first while the client hasn't reordered its fields: those that tell which lead to
 * call, and when.
 */
const FIRST: readonly FieldKey[] = [
  'name',
  'phone',
  'status',
  'next_followup_date',
  'assigned_to',
  'value',
  'source',
];

function defaultOrder({ all }: FieldSettings): readonly FieldKey[] {
  const isCatalogue = LEAD_FIELD_KEYS.every((key, index) => all[index] === key);
  return isCatalogue ? [...FIRST, ...all.filter((key) => !FIRST.includes(key))] : all;
}

/** The column that opens a row. Without it the list could not be used by keyboard. */
export const FIXED_COLUMN: FieldKey = 'name';

/** Returns the valid part of stored preferences: known fields, a sortable field, a direction. */
export function validPreferences(stored: unknown): TablePreferences {
  if (typeof stored !== 'object' || stored === null) return {};
  const { order, visible, sort, widths } = stored as Record<string, unknown>;
  const fields = { order: knownFields(order), visible: knownFields(visible) };
  const { sort_by, sort_order } = (typeof sort === 'object' && sort !== null ? sort : {}) as Record<
    string,
    unknown
  >;
  const isSort = typeof sort_by === 'string' && isSortable(sort_by);
  return {
    ...(fields.order && { order: fields.order }),
    ...(fields.visible && { visible: fields.visible }),
    ...(isSort && (sort_order === 'asc' || sort_order === 'desc') && { sort: { sort_by, sort_order } }),
    ...(typeof widths === 'object' && widths !== null && { widths: validWidths(widths) }),
  };
}

function validWidths(stored: object): ColumnWidths {
  const known = Object.entries(stored).filter(([key, width]) => isFieldKey(key) && Number.isFinite(width));
  return Object.fromEntries(known.map(([key, width]) => [key, columnWidth(Number(width))]));
}

function knownFields(stored: unknown): FieldKey[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  const known = new Set(stored.filter((key) => typeof key === 'string').filter(isFieldKey));
  return known.size > 0 ? [...known] : undefined;
}

/**
 * Returns all fields in the user's order. Fields missing from that order come last, as in the configuration.
 */
export function columnOrder({ order = [] }: TablePreferences, fields: FieldSettings): FieldKey[] {
  const known = order.filter((key) => fields.setting(key));
  return [...known, ...defaultOrder(fields).filter((key) => !order.includes(key))];
}

/**
 * Returns all fields, for choosing among them: in the user's order if it has the shown columns in theirs,
 * otherwise the shown columns of a view and after them the others.
 */
export function orderAround(
  columns: readonly FieldKey[],
  preferences: TablePreferences,
  fields: FieldSettings,
): FieldKey[] {
  const own = columnOrder(preferences, fields);
  if (own.filter((key) => columns.includes(key)).join() === columns.join()) return own;
  return [...columns, ...own.filter((key) => !columns.includes(key))];
}

/** The fields whose columns are shown. A field added since is shown if the configuration shows it. */
function visibleFields({ order, visible }: TablePreferences, fields: FieldSettings): Set<FieldKey> {
  const added = fields.table.filter((key) => isCustomKey(key) && order && !order.includes(key));
  return new Set([FIXED_COLUMN, ...(visible ? [...visible, ...added] : fields.table)]);
}

/** The user's choice for this client's fields, merged with earlier choices for other clients' fields. */
export function chosenColumns(
  before: TablePreferences,
  fields: FieldSettings,
  order: readonly FieldKey[],
  visible: ReadonlySet<FieldKey>,
): TablePreferences {
  const elsewhere = (keys: readonly FieldKey[] = []) => keys.filter((key) => !fields.setting(key));
  return {
    ...(before.widths && { widths: before.widths }),
    order: [...order, ...elsewhere(before.order)],
    visible: [...order.filter((key) => visible.has(key)), ...elsewhere(before.visible)],
  };
}

/** The columns of the list, in order. */
export function columnsOf(preferences: TablePreferences, fields: FieldSettings): FieldKey[] {
  const visible = visibleFields(preferences, fields);
  return columnOrder(preferences, fields).filter((key) => visible.has(key));
}

/**
 * The columns that a saved view stores, if the client still has them; undefined for a view without columns.
 */
export function columnsInView(
  columns: readonly string[] | null | undefined,
  fields: FieldSettings,
): FieldKey[] | undefined {
  if (!columns) return undefined;
  const known = columns.filter((key) => isFieldKey(key)).filter((key) => fields.setting(key));
  return known.includes(FIXED_COLUMN) ? known : [FIXED_COLUMN, ...known];
}

export function sortOf({ sort = DEFAULT_SORT }: TablePreferences): ListSort {
  return sort;
}
