import { foldText } from '#shared/values/fold-text.ts';
import { isRelativeDays, relativeDays } from '#shared/values/relative-days.ts';
import type { Person } from '#test/world.ts';

/** A lead as stored in its table, and its client. */
export type Row = {
  id: string;
  phone: string | null;
  email: string | null;
  status: string;
  source: string | null;
  lost_reason: string | null;
  assigned_to: string | null;
  created_by: string;
  interest_level: string | null;
  campaign_id: string | null;
  is_archived: boolean;
  is_duplicate: boolean;
  product_id: string | null;
  tags: string[];
  value: string | null;
  created_at: Date;
  next_followup_date: Date | null;
  last_contacted_at: Date | null;
  first_contacted_at: Date | null;
  contact_by: Date | null;
  converted_at: Date | null;
  client: string;
};

/** Filters as sent by a caller. */
export type Filters = Partial<Record<string, string | string[]>>;
const dayIn = (timeZone: string) => new Intl.DateTimeFormat('en-CA', { timeZone });
export const indianDay = dayIn('Asia/Kolkata');

/** The meaning of the filters, restated without SQL. */
export function matches(row: Row, filters: Filters, person: Person): boolean {
  const archived = filters['show_all'] === 'true' ? row.is_archived : filters['is_archived'] === 'true';
  const day = indianDay.format(row.created_at);
  const wanted = (key: string): string[] | undefined =>
    filters[key] === undefined ? undefined : [filters[key]].flat();
  const isOneOf = (key: string, value: string | null) => wanted(key)?.some((one) => one === value) ?? true;
  const assignee = row.assigned_to === person.id ? ['me', person.id] : [row.assigned_to ?? 'none'];
  const inDays = (word: string, moment: Date | null) => {
    const { from = '', to = '9' } = relativeDays(word, indianDay.format(new Date()));
    return (
      moment !== null &&
      isRelativeDays(word) &&
      from <= indianDay.format(moment) &&
      indianDay.format(moment) <= to
    );
  };
  const { next_followup_date: next, last_contacted_at: last } = row;
  const isNext = (word: string) =>
    inDays(word, next) ||
    (word === 'none' && next === null) ||
    (word === 'planned' && next !== null) ||
    (word === 'overdue' && next !== null && next < new Date());
  return (
    (person.clientId ?? row.client) === row.client &&
    (filters['client_id'] ?? row.client) === row.client &&
    row.is_archived === archived &&
    (
      [
        'status',
        'source',
        'lost_reason',
        'interest_level',
        'campaign_id',
        'created_by',
        'product_id',
      ] as const
    ).every((key) => isOneOf(key, row[key])) &&
    (filters['no_source'] !== 'true' || row.source === null) &&
    (wanted('assigned_to')?.some((one) => assignee.includes(one)) ?? true) &&
    (wanted('ids')?.[0]?.split(',').includes(row.id) ?? true) &&
    (wanted('tags')?.some((tag) => row.tags.map(foldText).includes(foldText(tag))) ?? true) &&
    (wanted('created')?.some((word) => inDays(word, row.created_at)) ?? true) &&
    (wanted('next_followup')?.some(isNext) ?? true) &&
    (wanted('last_contacted')?.some((word) => inDays(word, last) || (word === 'never' && last === null)) ??
      true) &&
    isContactWanted(row, filters) &&
    (filters['missing'] === undefined || filters['missing'] === 'email' || row.phone === null) &&
    (filters['missing'] === undefined || filters['missing'] === 'phone' || row.email === null) &&
    (filters['min_value'] === undefined ||
      (row.value !== null && Number(row.value) >= Number(filters['min_value']))) &&
    (filters['max_value'] === undefined ||
      (row.value !== null && Number(row.value) <= Number(filters['max_value']))) &&
    (filters['is_duplicate'] === undefined || String(row.is_duplicate) === filters['is_duplicate']) &&
    String(filters['from_date'] ?? day) <= day &&
    String(filters['to_date'] ?? day) >= day
  );
}

/** The filters by contact, promise and conversion days. */
function isContactWanted(row: Row, filters: Filters): boolean {
  const { first_contacted_at: first, last_contacted_at: last, contact_by: promised, converted_at } = row;
  const isContacted = first !== null || last !== null;
  const isInTime = promised !== null && first !== null && first <= promised;
  const isTooLate = promised !== null && (first ? first > promised : !isContacted && promised < new Date());
  const converted = converted_at && indianDay.format(converted_at);
  const { converted_from: from, converted_to: to } = filters;
  return (
    (filters['is_contacted'] === undefined || String(isContacted) === filters['is_contacted']) &&
    (filters['first_contact'] !== 'in_time' || isInTime) &&
    (filters['first_contact'] !== 'too_late' || isTooLate) &&
    (from === undefined || (converted !== null && converted >= String(from))) &&
    (to === undefined || (converted !== null && converted <= String(to)))
  );
}
