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
  {
    id: 'export-by-titles-alone',
    kind: 'duplicates',
    file: 'server/features/lead-import/recognise-columns.ts',
    from: 'holdsIds(sheet, first) || ',
    to: '',
    breaks: 'an export with a column of its own is not known as ours any more',
    tests: ['server/features/lead-import/own-export.test.ts'],
  },
  {
    id: 'export-doubles-notes',
    kind: 'duplicates',
    file: 'server/features/lead-import/merge-fields.ts',
    from: "WHERE line <> ALL(string_to_array(coalesce(${before}, ''), chr(10)))",
    to: '',
    breaks: 'notes that an export brings along are added a second time',
    tests: ['server/features/lead-import/own-export.test.ts'],
  },
  {
    id: 'guess-closes-not-contacted',
    kind: 'forms',
    file: 'web/features/lead-import/guess-status.ts',
    from: "if (isDenied(said, WANTED)) return 'lost';",
    to: "if (has(said, NOT)) return 'lost';",
    breaks: 'an import proposes to close leads that nobody has reached',
    tests: ['web/features/lead-import/guess-status.test.ts'],
  },
];
