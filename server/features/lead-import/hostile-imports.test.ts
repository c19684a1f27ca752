import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oneSheet, textRow, workbookParts, zip } from '#test/input/crafted-files.ts';
import { countsOf, importEvents, importFile, previewFile } from '#test/input/upload.ts';
import { createTestClient, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
const { rep } = world.alpha;

const PERSON = textRow(1, ['Name']) + textRow(2, ['Asha']);
const withRow = (number: string) =>
  oneSheet(
    `${textRow(1, ['Name'])}<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>Asha</t></is></c></row>`,
  );

test('a sheet with leads only in its last rows imports in one step', async () => {
  const content = oneSheet(
    textRow(1, ['Name']) + textRow(1_048_575, ['Asha']) + textRow(1_048_576, ['Bina']),
  );
  const events = await importEvents(app, rep, { content, filename: 'far.xlsx' });
  assert.equal(events.filter((event) => event.type === 'progress' && event.phase === 'writing').length, 1);
  const result = events.at(-1);
  assert.ok(result?.type === 'result', JSON.stringify(result));
  assert.deepEqual(countsOf(result.data), { inserted: 2, updated: 0, skipped: 0, failed: 0 });
});

test('impossible row numbers are refused with a message by preview and import', async () => {
  const far = (row: string) =>
    `This file is damaged: it has a row ${row}, and the last row of a spreadsheet is 10,48,576.`;
  const damaged = 'This file could not be read: it is damaged or too large when unpacked.';
  const cases: [content: Buffer | string, filename: string, message: string][] = [
    [withRow('1048577'), 'next.xlsx', far('10,48,577')],
    [withRow('2147483647'), 'far.xlsx', far('2,14,74,83,647')],
    [withRow('2147483648'), 'further.xlsx', far('2,14,74,83,648')],
    [withRow('1e30'), 'power.xlsx', damaged],
    [withRow('-5'), 'below.xlsx', damaged],
    [withRow('Infinity'), 'endless.xlsx', damaged],
    [`Name\n${'\n'.repeat(2_000_000)}Asha\n`, 'blank.csv', far('10,48,577')],
  ];
  for (const [index, [content, filename, message]] of cases.entries())
    for (const call of index === 0 ? [previewFile, importFile] : [importFile]) {
      const { status, body } = await call(app, rep, { content, filename });
      assert.deepEqual([status, body.message], [422, message], filename);
    }
});

test('hostile files of two clients finish while a third client imports', async () => {
  const relation = `<Relationship Id="q" Type="x/worksheet" Target="${'a/../'.repeat(12_000)}b"/>`;
  const parts = workbookParts({ sheets: [{ name: 'Leads', xml: PERSON }] });
  const long = parts.map((part) =>
    part.name.endsWith('workbook.xml.rels')
      ? {
          ...part,
          content: String(part.content).replace(
            '</Relationships>',
            `${relation.repeat(200)}</Relationships>`,
          ),
        }
      : part,
  );
  const hostile: [content: Buffer | string, filename: string, status: number][] = [
    [withRow('2147483647'), 'rows.xlsx', 422],
    [zip(long), 'targets.xlsx', 200],
    [zip([...parts, { name: `xl/${'../'.repeat(20_000)}`, content: '' }]), 'names.xlsx', 200],
    [oneSheet(`${textRow(1, ['Name'])}<row r="2">${'<c><v>1</v></c>'.repeat(400)}</row>`), 'wide.xlsx', 422],
    [oneSheet(PERSON + `${'<x>'.repeat(60)}${'</x>'.repeat(60)}`.repeat(1000)), 'nested.xlsx', 200],
    [`Name\n${`"=HYPERLINK(""${'('.repeat(500)}"\n`.repeat(2000)}`, 'formulas.csv', 200],
    [`Name,Phone,Created Date\nAsha,"${'1 '.repeat(16_000)}","${'1/'.repeat(16_000)}"\n`, 'cells.csv', 200],
    [`Name,Phone,Notes\n${'Asha,9845010001,Called\n'.repeat(40_000)}`, 'one-person.csv', 200],
    [`Name,Phone\nAsha,9845010001\n${' , \n'.repeat(1_000_000)}`, 'blanks.csv', 200],
    [
      `Name,Phone\n${Array.from({ length: 8000 }, (_, row) => `Asha,98450 ${10_000 + row} / 98450 ${10_001 + row}`).join('\n')}\n`,
      'chain.csv',
      200,
    ],
  ];
  const [one, other, honest] = [
    await createTestClient(app, 'hostile_one'),
    await createTestClient(app, 'hostile_other'),
    await createTestClient(app, 'honest'),
  ];
  const sendAll = async (client: typeof one, files = hostile) => {
    for (const [content, filename, status] of files) {
      const reply = await importFile(app, client.rep, { content, filename });
      assert.equal(reply.status, status, `${filename}: ${reply.body.message}`);
      assert.doesNotMatch(reply.body.message, /took too long/, filename);
    }
  };
  const [ordinary] = await Promise.all([
    importFile(app, honest.rep, { content: 'Name,Phone\nAsha,9845010001\n' }),
    sendAll(one),
    sendAll(
      other,
      hostile.filter(([, filename]) => ['chain.csv', 'blanks.csv', 'one-person.csv'].includes(filename)),
    ),
  ]);
  assert.deepEqual(countsOf(ordinary.body.data), { inserted: 1, updated: 0, skipped: 0, failed: 0 });
});
