import { isCustomKey } from '#shared/fields/custom-fields.ts';
import { leadField } from '#shared/fields/lead-fields.ts';
import type { FieldKey, LeadField, LeadFieldKey } from '#shared/fields/lead-fields.ts';
import type { ImportValues } from '#shared/leads/lead-import.ts';
import { statusMeaning } from '#shared/fields/lead-options.ts';
import type { Option, StatusOption } from '#shared/fields/lead-options.ts';
import type { Row } from '#server/spreadsheets/row-source.ts';
import { dateReader } from '#server/leads/values/read-date.ts';
import type { DateForm } from '#server/leads/values/read-date.ts';
import { fieldReader, isNothing } from '#server/leads/values/read-field.ts';
import type { FieldReader } from '#server/leads/values/read-field.ts';
import { customColumn } from '#server/leads/values/read-custom.ts';
import type { CustomFields } from '#server/leads/values/read-custom.ts';
import { isOwn, textReader, timeColumns } from './cell-texts.ts';
import { mappedOwner, mappedReader } from './map-values.ts';
import type { Column } from './recognise-columns.ts';
import { Draft, NOTES, SLOTS } from './row-draft.ts';
import type { NormalRow, Step } from './row-draft.ts';

export type FieldOptions = Partial<Record<FieldKey, readonly Option[]>>;

export type RowRules = {
  columns: readonly Column[];
  /** The date formats of columns, by index. */
  dateOrders: ReadonlyMap<number, DateForm>;
  /** True when serial dates count from 1904. */
  date1904?: boolean | undefined;
  /** True for the JSON form: its cells contain exact values, without spreadsheet markers. */
  isExact?: boolean;
  timeZone: string;
  /** Country of phone numbers without a country code, for example IN. */
  country: string;
  options: FieldOptions;
  /** The client's custom fields. */
  custom: CustomFields;
  values?: ImportValues | undefined;
};

/** Turns rows of a file into rows of leads under the given rules. */
export function rowNormaliser(rules: RowRules): (row: Row) => NormalRow {
  const steps = compile(rules);
  const textOf = textReader(rules);
  const times = timeColumns(rules.columns);
  const ownerOf = mappedOwner(rules.values?.owner);
  const isOwnExport = isOwn(rules.columns);
  // The options of the client's statuses come with their meanings.
  const statuses = rules.options.status as readonly StatusOption[] | undefined;
  const isWon = (status: string) => statusMeaning(status, statuses) === 'won';
  return (row) => {
    const draft = new Draft(row.number, isOwnExport, rules.country);
    for (const step of steps) {
      const raw = row.cells[step.index];
      if (raw === undefined || raw === '') continue;
      const cell = textOf(raw, step.target);
      if (cell === '' || times.isTaken(row, step.index)) continue;
      draft.take(step, times.withTime(row, step.index, cell));
    }
    for (let index = steps.length; index < row.cells.length; index++) {
      const cell = textOf(row.cells[index] ?? '');
      if (cell !== '') draft.note(`Column ${index + 1}`, cell);
    }
    draft.owner = ownerOf(draft.owner);
    return draft.finish(row, isWon);
  };
}

/** The time zone of a column's dates, in the style of Zoho and Google: Create Date (GMT+5:30). */
const zoneInHeader = (header: string) => /\(((?:GMT|UTC)[+-]\d{1,2}(?::?\d{2})?)\)/i.exec(header)?.[1];

/** Columns of mobile numbers come before those of other phones: the first number of a row is the one to call. */
const byMobile = (one: Column, other: Column) => Number(isMobile(other)) - Number(isMobile(one));
const isMobile = ({ target, header }: Column) => target === 'phone' && /mob|cell|whats|मोबाइल/i.test(header);

/** An instant as the API returns it, in milliseconds. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function compile(rules: RowRules): Step[] {
  const { columns, dateOrders, timeZone, options, custom, date1904, isExact, values } = rules;
  const readDate = dateReader(timeZone, date1904 ? 1904 : 1900);
  const isOwnExport = isOwn(columns);
  const readerOf = (column: Column, key: FieldKey, field: LeadField): FieldReader => {
    const { title, type } = field;
    if (type !== 'datetime')
      return mappedReader(key, values, fieldReader(key, options[key], isOwnExport, field));
    const order = dateOrders.get(column.index) ?? 'day_first';
    const zone = zoneInHeader(column.header);
    const readIn: typeof readDate = (cell, form) =>
      (zone && readDate(`${cell} ${zone}`, form)) || readDate(cell, form);
    const pattern = order.endsWith('month_first') ? 'month/day/year' : 'day/month/year';
    return (cell, fail) => {
      if (isNothing(cell)) return null;
      const instant = readIn(cell, order) ?? (isExact ? undefined : readDate(cell, 'serial'));
      if (instant && isExact && INSTANT.test(cell)) return cell;
      if (!instant)
        fail(`${title} "${cell.slice(0, 40)}" is not a date. Dates of this column are ${pattern}.`);
      return instant ?? null;
    };
  };
  return columns.toSorted(byMobile).map((column): Step => {
    const { target } = column;
    const slot = SLOTS.get(target) ?? -1;
    // Several cells may go to the notes, which are cut once everything is in them.
    if (slot === NOTES) return { ...column, slot, read: (cell) => cell };
    if (slot >= 0) {
      const key = target as LeadFieldKey;
      return { ...column, slot, read: readerOf(column, key, leadField(key)) };
    }
    const own = isCustomKey(target) ? custom[target] : undefined;
    if (!own || !isCustomKey(target)) return { ...column, slot, read: () => null };
    const read = readerOf(column, target, own);
    return { ...column, slot, read, custom: customColumn(target, own, read) };
  });
}
