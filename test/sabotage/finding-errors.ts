import type { SmallError } from '#test/sabotage/small-error.ts';

/** Errors in the search, the filters and the selections of leads. */
export const FINDING: readonly SmallError[] = [
  {
    id: 'misspelled-filters',
    kind: 'filters',
    file: 'shared/leads.ts',
    from: 'export const LeadFilters = z.strictObject({',
    to: 'export const LeadFilters = z.object({',
    breaks: 'a misspelled filter selects every lead',
    tests: ['test/unknown-filters.test.ts'],
  },
  {
    id: 'selection-of-all',
    kind: 'filters',
    file: 'server/features/lead-bulk/bulk-targets.queries.ts',
    from: 'if (!everything && !narrows(reading, filters))',
    to: 'if (!everything && Object.keys(matching).length === 0)',
    breaks: 'a selection by a client alone changes all leads of the client',
    tests: ['server/features/lead-bulk/selections.test.ts'],
  },
  {
    id: 'everything-of-all-clients',
    kind: 'filters',
    file: 'server/features/lead-bulk/bulk-targets.queries.ts',
    from: 'if (everything && reading.isEverything)',
    to: 'if (everything && !reading.client && !reading.isEverything)',
    breaks: 'one call changes the leads of all clients',
    tests: ['server/features/lead-bulk/selections.test.ts'],
  },
];
