import type { SmallError } from '#test/sabotage/small-error.ts';

/** Errors in the reading and writing of imported files. */
export const IMPORTS: readonly SmallError[] = [
  {
    id: 'import-far-row',
    kind: 'limits',
    file: 'server/spreadsheets/row-source.ts',
    from: 'if (row.number > LAST_ROW) throw rowTooFar(row.number);',
    to: '',
    breaks: 'a file with a row number that no spreadsheet has is imported',
    tests: ['server/features/lead-import/hostile-imports.test.ts'],
  },
  {
    id: 'import-steps-by-number',
    kind: 'limits',
    file: 'server/features/lead-import/import-write.queries.ts',
    from: 'max(row_number) AS last',
    to: 'min(row_number) AS last',
    breaks: 'an import takes one step for each row',
    tests: ['server/features/lead-import/hostile-imports.test.ts'],
  },
];
