import type { SmallError } from '#test/sabotage/small-error.ts';

/** Errors in the search, the filters and the selections of leads. */
export const FINDING: readonly SmallError[] = [
  {
    id: 'misspelled-filters',
    kind: 'filters',
    file: 'shared/lead-filters.ts',
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
  {
    id: 'typed-as-it-is',
    kind: 'filters',
    file: 'server/leads/list/lead-search.ts',
    from: 'const folded = foldText(search).trim();',
    to: 'const folded = search.toLowerCase().trim();',
    breaks: 'a search with accents finds nothing',
    tests: ['server/leads/list/folded-search.test.ts'],
    also: [
      {
        file: 'server/leads/list/lead-search.ts',
        from: "import { foldText } from '#shared/fold-text.ts';\n",
        to: '',
      },
    ],
  },
  {
    id: 'mirror-of-old-texts',
    kind: 'mirror',
    file: 'server/db/structure/mirror-shape.ts',
    from: ' OR m.made_of IS DISTINCT FROM t.made_of)',
    to: ')',
    breaks: 'a search of all clients compares what an older release has stored',
    tests: ['server/db/migrations/client/0035-folded-search.test.ts'],
  },
  {
    id: 'names-by-bytes',
    kind: 'filters',
    file: 'server/features/users/users.queries.ts',
    from: "readingOrder(sql`u.first_name || ' ' || u.last_name`)",
    to: "sql`u.first_name || ' ' || u.last_name`",
    breaks: 'people in small letters stand behind all others',
    tests: ['server/leads/list/folded-search.test.ts'],
  },
];
