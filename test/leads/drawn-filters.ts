import fc from 'fast-check';
import type { LeadFilters } from '#shared/fields/lead-filters.ts';
import { indianDay } from '#test/leads/lead-filter-model.ts';
import type { Filters } from '#test/leads/lead-filter-model.ts';
import type { World } from '#test/world.ts';

/** Filters that are tested by themselves. */
type Alone = 'search' | 'meaning' | 'no_next_step' | 'reached' | 'custom' | 'ids' | 'import_id';
/** The beginning and end of a range are drawn together. */
type Range = 'from_date' | 'to_date' | 'converted_from' | 'converted_to';
type ValueOf<A> = A extends fc.Arbitrary<infer Value> ? Value : never;
type Drawn = Exclude<keyof LeadFilters, Alone | Range> | 'dates' | 'converted';

/** The filters of a combination at most: with more, hardly any combination matches a lead. */
const MOST = 3;

/** Any combination of a few filters of a list, which `matches` understands. */
export function drawnFilters({ alpha, beta }: World, product: string): fc.Arbitrary<Filters> {
  const day = fc
    .integer({ min: 0, max: 180 })
    .map((days) => indianDay.format(new Date(Date.UTC(2026, 4, 25 + days))));
  const range = fc.tuple(day, day).map((days): string[] => days.toSorted());
  const flag = fc.constantFrom('true', 'false');
  // A single value as text or as a list, or several values.
  const one = (...values: string[]): fc.Arbitrary<string | string[]> =>
    fc.oneof(
      fc.constantFrom(...values),
      fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }),
    );
  const people = [alpha.rep, alpha.otherRep, alpha.manager, beta.rep].map(({ id }) => id);
  const each = {
    status: one('new', 'converted', 'closed_won', 'nowhere'),
    source: one('website', 'trade fair', 'nowhere'),
    no_source: flag,
    lost_reason: one('price', 'nowhere'),
    assigned_to: one('me', 'none', ...people),
    interest_level: one('high', 'low'),
    tags: one('VIP', 'NRI', 'nowhere'),
    product_id: one(product, alpha.id),
    min_value: fc.constantFrom('1000.25', '3000'),
    max_value: fc.constantFrom('2000', '6001.5'),
    created: one('today', 'last_90_days', 'last_month', 'older_than_120_days'),
    next_followup: one('overdue', 'today', 'tomorrow', 'next_7_days', 'none', 'planned', 'this_month'),
    last_contacted: one('today', 'last_30_days', 'older_than_10_days', 'never'),
    converted: range,
    is_contacted: flag,
    missing: fc.constantFrom('phone', 'email', 'both'),
    first_contact: fc.constantFrom('in_time', 'too_late'),
    campaign_id: fc.constantFrom('diwali', 'holi'),
    is_archived: flag,
    show_all: flag,
    is_duplicate: flag,
    dates: range,
    client_id: fc.constantFrom(alpha.id, beta.id),
    created_by: fc.constantFrom(alpha.rep.id, alpha.admin.id),
  } satisfies Record<Drawn, fc.Arbitrary<unknown>>;
  return fc
    .subarray(Object.keys(each) as Drawn[], { maxLength: MOST })
    .chain((names) =>
      fc.record<Partial<{ [Name in Drawn]: ValueOf<(typeof each)[Name]> }>>(
        Object.fromEntries(names.map((name) => [name, each[name]])),
      ),
    )
    .map(
      ({ dates: [from_date, to_date] = [], converted: [converted_from, converted_to] = [], ...filters }) => ({
        ...filters,
        ...(from_date && { from_date, to_date }),
        ...(converted_from && { converted_from, converted_to }),
      }),
    );
}
