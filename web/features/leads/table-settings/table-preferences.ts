import { LEAD_FIELD_KEYS } from '#shared/lead-fields.ts';
import type { LeadFieldKey } from '#shared/lead-fields.ts';
import type { FieldSettings } from '#web/features/leads/configuration/field-settings.ts';
import { DEFAULT_SORT, isSortable } from '#web/features/leads/list/list-state.ts';
import type { ListSort } from '#web/features/leads/list/list-state.ts';

/** How one user wants the lead list; absent parts follow the client's configuration and the product's default. */
export type TablePreferences = {
  order?: readonly LeadFieldKey[];
  visible?: readonly LeadFieldKey[];
  sort?: ListSort;
};

/** Where a row is opened; a list without it could not be used by keyboard. */
export const FIXED_COLUMN: LeadFieldKey = 'name';

/** The fields a column can show. */
export const COLUMN_FIELDS: readonly LeadFieldKey[] = LEAD_FIELD_KEYS;

/** What was kept in the browser, as far as it makes sense today: known fields, a sortable field, a direction. */
export function validPreferences(stored: unknown): TablePreferences {
  if (typeof stored !== 'object' || stored === null) return {};
  const { order, visible, sort } = stored as Record<string, unknown>;
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
  };
}

function knownFields(stored: unknown): LeadFieldKey[] | undefined {
  if (!Array.isArray(stored)) return undefined;
  const known = new Set(stored.filter((key): key is LeadFieldKey => COLUMN_FIELDS.includes(key)));
  return known.size > 0 ? [...known] : undefined;
}

/** Every field in the user's order; fields that order does not know stand where the configuration has them, at the end. */
export function columnOrder({ order = [] }: TablePreferences, fields: FieldSettings): LeadFieldKey[] {
  const rest = fields.all.filter((key) => COLUMN_FIELDS.includes(key) && !order.includes(key));
  return [...order, ...rest];
}

/** The fields whose columns are shown. */
export function visibleFields({ visible }: TablePreferences, fields: FieldSettings): Set<LeadFieldKey> {
  return new Set([FIXED_COLUMN, ...(visible ?? fields.table)]);
}

/** The columns of the list, in order. */
export function columnsOf(preferences: TablePreferences, fields: FieldSettings): LeadFieldKey[] {
  const visible = visibleFields(preferences, fields);
  return columnOrder(preferences, fields).filter((key) => visible.has(key));
}

export function sortOf({ sort = DEFAULT_SORT }: TablePreferences): ListSort {
  return sort;
}
