import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openTestDatabase } from '#test/database.ts';
import type { TestDatabase } from '#test/database.ts';
import { castsIn, functionsIn, insertsThatRead } from '#test/house/inserts-that-read.ts';
import { temporaryFolder } from '#test/servers/embedded-servers.ts';

// The rules of a cluster (decision 49), as far as the text of the sources shows them.
const ROOT = join(import.meta.dirname, '../..');
/** Work in the coordinator's own tables, or in a client's before they go to their node. */
const OWN_WORK = /^server[/\\](?:db[/\\](?:migrations|structure)|mirror|backup|sample)[/\\]/;
const FILES = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
  .map((file) => join('server', file))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !OWN_WORK.test(file));

/** Files whose inserts may call such functions, each with the reason. */
const EXCEPTIONS = [
  // The plan of an import begins with INSERT: its rows come through the coordinator, which inserts them itself.
  join('server', 'features', 'lead-import', 'import-plan.queries.ts'),
];

let fixture: TestDatabase;
before(async () => (fixture = await openTestDatabase()));
after(async () => await fixture.close());

/** The functions and casts in inserts of these files whose results depend on chance, clock or settings. */
async function faultsIn(root: string, files: readonly string[]): Promise<string[]> {
  const inserts = files.flatMap((file) => insertsThatRead(root, file).map((insert) => ({ file, ...insert })));
  const called = inserts.flatMap(({ file, table, text }) => [
    ...functionsIn(text).map((name) => ({ name, place: `${file}: ${table}: ${name}` })),
    ...castsIn(text).map((type) => ({ name: `::${type}`, place: `${file}: ${table}: ::${type}` })),
  ]);
  const refused = await notImmutable([...new Set(called.map(({ name }) => name))]);
  return [...new Set(called.filter(({ name }) => refused.has(name)).map(({ place }) => place))];
}

/** A name with several functions is refused if one of them is; a type, if its values are not read immutably. */
async function notImmutable(names: string[]): Promise<Set<string>> {
  const { rows } = await fixture.database.asOwner(
    async (owner) =>
      await owner.query<{ name: string }>(
        `SELECT proname AS name FROM pg_proc WHERE proname = ANY($1) AND prokind = 'f' AND provolatile <> 'i'
         UNION SELECT name FROM unnest($1::text[]) name JOIN pg_type t ON t.oid = to_regtype(substr(name, 3))
           JOIN pg_proc p ON p.oid = typinput WHERE name LIKE '::%' AND provolatile <> 'i'
         UNION SELECT name FROM unnest($1::text[]) name WHERE name ~ '^(current|local)_?(date|time)'`,
        [names],
      ),
  );
  return new Set(rows.map(({ name }) => name));
}

test('an insert that reads calls no function of chance, clock or settings', async () => {
  assert.ok(FILES.flatMap((file) => insertsThatRead(ROOT, file)).length > 50);
  const faults = await faultsIn(ROOT, FILES);
  const places = new Set(faults.map((fault) => fault.slice(0, fault.indexOf(':'))));
  assert.deepEqual([...places], EXCEPTIONS, faults.join('\n'));
});

test('such a function is found in the insert, in its fragments, and in those that it is given', async () => {
  const folder = temporaryFolder();
  const plant = (name: string, text: string) => writeFileSync(join(folder, 'server', name), text);
  mkdirSync(join(folder, 'server'));
  plant('id.ts', 'export const newId = sql`gen_random_uuid()`;');
  plant(
    'planted.ts',
    `import { newId } from '#server/id.ts';
    const tags = sql\`t.tags::text[]\`;
    const write = (place, rows) => {
      const moment = () => sql\`now()\`;
      return sql\`INSERT INTO \${place.stored('notes')} (id, at, day, read, tags, place, words)
        SELECT \${newId}, \${moment()}, t.day::date, CURRENT_TIMESTAMP, \${tags}, \${place.id}::text[], 'random()' FROM (\${rows}) t\`;
    };
    export const given = (place) => write(place, sql\`SELECT * FROM jsonb_to_recordset(\${rows})\`);
    export const other = sql\`WITH a AS (INSERT INTO \${table('leads')} (name) SELECT lower(name) FROM t) SELECT clock_timestamp()\`;
    export const direct = sql\`INSERT INTO \${staged(place)} (at) SELECT statement_timestamp() FROM t\`;
    export const plain = sql\`INSERT INTO \${table('leads')} (at) VALUES (now())\`;`,
  );
  assert.deepEqual(
    (await faultsIn(folder, [join('server', 'planted.ts')])).map((fault) =>
      fault.split(': ').slice(1).join(),
    ),
    [
      ...['gen_random_uuid', 'now', 'current_timestamp', '::date', '::text[]'].map((name) => `notes,${name}`),
      'value,statement_timestamp',
      'notes,jsonb_to_recordset',
    ],
  );
});

test('a table to choose the node by is joined with something, as no other text may stand before it', () => {
  const joinsNothing = /\bSELECT\b(?:(?!\b(?:SELECT|FROM)\b)[^`])*\$\{onOneNode\(/;
  const planted = 'sql`SELECT ${id}::uuid AS id${onOneNode(scope)}`';
  assert.match(planted, joinsNothing);
  assert.doesNotMatch(planted.replace('${onOneNode', ' FROM lead${onOneNode'), joinsNothing);
  assert.deepEqual(
    FILES.filter((file) => joinsNothing.test(readFileSync(join(ROOT, file), 'utf8'))),
    [],
  );
});
