import type { SmallError } from '#test/sabotage/small-error.ts';

const tests = ['server/features/sources/sources.test.ts'];

export const SERVER_9: readonly SmallError[] = [
  {
    id: 'source-any-secret',
    kind: 'tenancy',
    file: 'server/features/sources/source-door.ts',
    from: 'return sent.every((text) => isSecretOf(source.secret_hash, String(text)));',
    to: 'return true;',
    breaks: 'anybody who knows the id of a source sends leads to it',
    tests,
  },
  {
    id: 'source-number-ends',
    kind: 'idempotency',
    file: 'server/features/sources/take-delivery.queries.ts',
    from: "(portal_id LIKE 'id %' OR at >",
    to: '(at >',
    breaks: 'a portal that sends again after an hour makes a second enquiry',
    tests,
  },
  {
    id: 'source-without-turns',
    kind: 'locks',
    file: 'server/features/sources/take-delivery.queries.ts',
    from: '    await takeTurns(inside, mapped.fields, [`${source.id} ${number}`]);\n',
    to: '',
    breaks: 'one delivery sent many times at once is many leads',
    tests,
  },
  {
    id: 'source-key-kept',
    kind: 'escaping',
    file: 'server/features/sources/receive.ts',
    from: 'const { google_key: _, ...rest } = payload;\n  return rest;',
    to: 'return payload;',
    breaks: 'the key of Google stands in the log',
    tests,
  },
  {
    id: 'source-status-by-stranger',
    kind: 'roles',
    file: 'server/features/sources/map-answers.ts',
    from: "return { target: isOffered(target) ? target : 'keep_in_notes', sure: SURE[known.sure] };",
    to: 'return { target, sure: SURE[known.sure] };',
    breaks: 'words that only a file may use are lost instead of being kept',
    tests,
  },
  {
    id: 'facebook-unsigned',
    kind: 'headers',
    file: 'server/features/sources/source-door.ts',
    from: 'return given.length === due.length && timingSafeEqual(given, due);',
    to: 'return given.length === due.length;',
    breaks: 'anybody tells of leads in the name of Facebook',
    tests: ['server/features/sources/source-jobs.test.ts'],
  },
  {
    id: 'report-without-duplicates',
    kind: 'filters',
    file: 'server/features/reports/people-report.queries.ts',
    from: 'AND NOT leads.is_duplicate AND ',
    to: 'AND ',
    breaks: 'a report counts duplicates as new leads, and no number is the total of its list',
    tests: ['server/features/reports/reports.test.ts'],
  },
];
