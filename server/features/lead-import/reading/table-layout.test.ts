import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textRow, workbook } from '#test/input/crafted-files.ts';
import { importFile, leadsByName, previewFile } from '#test/input/upload.ts';
import type { UploadFile } from '#test/input/upload.ts';
import { withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
const { rep } = world.alpha;

/** The preview of a file, which writes nothing, with the names, phones and notes of its leads. */
async function previewed(file: UploadFile) {
  const { status, text, body } = await previewFile(app, rep, file);
  assert.equal(status, 200, text);
  return {
    ...body.data,
    leads: body.data.sample.map(({ name, phone, notes }) => [name, phone, notes ?? null]),
  };
}
const leadsIn = async (content: string) => {
  const { leads, notices, rows } = await previewed({ content });
  return { leads, notices, rows };
};

const ASHA = ['Asha Rao', '9845010001', null];
const BINA = ['Bina Das', '9845010002', null];
const LEFT_OUT = (lines: string) => [`${lines} left out: repeated headers and totals.`];

test('lines above the headers are ignored, however wide they are', async () => {
  const table = 'Name,Mobile,City\nAsha Rao,9845010001,Pune\nBina Das,9845010002,Puri\n';
  for (const above of [
    'Report date,14/05/2026\n',
    'Company,Acme Interiors,Branch,Pune,Generated,14/05/2026\n\n',
    'Contact,sales@acme.example\n',
    'Acme Interiors\nPhone: 080 2657 1234\nLeads of May\n\n',
    'Source,All\nStatus,Open\n',
    'a\n'.repeat(8),
  ])
    assert.deepEqual(await leadsIn(above + table), { leads: [ASHA, BINA], notices: [], rows: 2 }, above);
});

test('group names above the headers help to map a column', async () => {
  const { columns, leads } = await previewed({
    content:
      'Contact,,,Deal,,Follow up\nName,Mobile,Email,Value,Status,Date\nAsha Rao,9845010001,a@x.in,1000,New,01/02/2027\n',
  });
  assert.deepEqual(
    columns.map(({ target }) => target),
    ['name', 'phone', 'email', 'value', 'status', 'next_followup_date'],
  );
  assert.deepEqual(leads, [ASHA]);
});

test('headers repeated within the file are not leads', async () => {
  const table =
    'Leads of May,page\nName,Mobile\nAsha Rao,9845010001\nLeads of May,page\nNAME,mobile\nBina Das,9845010002\n';
  assert.deepEqual(await leadsIn(table), { leads: [ASHA, BINA], notices: LEFT_OUT('2 lines are'), rows: 2 });
});

test('totals are not leads, wherever their label is', async () => {
  const totals = [
    'Total,2,',
    'Grand Total,10,"₹ 60,00,000"',
    'TOTAL:,,500',
    'Sub-total,,1.2 Cr',
    ',Total,42',
    'Pune Total,,900',
    'Total leads: 2,,',
    'कुल,,12',
    'Net total (2),2,80%',
    ',,Total',
    'TOTAL (2 leads),,',
    'Total (2) leads,,',
    'Grand Total (INR),,5000',
    'Total no. of leads: 2,,',
    'Total for May,,900',
    'Average,,450',
    'Count: 2,,',
    'Page 1 of 3,,',
    'कुल राशि,,900',
  ];
  const table = 'Name,Mobile,Value\nAsha Rao,9845010001,\nBina Das,9845010002,\n';
  for (const total of ['Total,2,', ',Total,42', 'कुल,,12']) {
    const due = { leads: [ASHA, BINA], notices: LEFT_OUT('1 line is'), rows: 2 };
    assert.deepEqual(await leadsIn(`${table}${total}\n`), due, total);
  }
  const all = { leads: [ASHA, BINA], notices: LEFT_OUT(`${totals.length} lines are`), rows: 2 };
  assert.deepEqual(await leadsIn(`${table}${totals.join('\n')}\n`), all);
});

test('a person called Total is a lead', async () => {
  const { inserted, notices } = await previewed({
    content:
      'Name,Mobile,Email,Company,Remark\nTotal,9845010001,,,\nTotal,,t@x.in,,\nTotal,,,Total Gas,\nTotally Fine,,,,5\nTotal,,,,ask again\nJimmy Page,,,,5\nSumit,,,,7\n',
  });
  assert.deepEqual([inserted, notices], [7, []]);
});

test('header words among the values do not move the header row', async () => {
  const { columns, leads } = await previewed({
    content:
      'Name,Mobile,Preferred Contact Time,Source,Communication Channel\nAsha Rao,9845010001,Morning,Website,Email\nBina Das,9845010002,City,Mobile,Phone\n',
  });
  assert.deepEqual(columns.map(({ header }) => header).slice(0, 2), ['Name', 'Mobile']);
  assert.deepEqual(leads, [ASHA, BINA]);
});

test('the delimiter is detected, reported, and can be chosen', async () => {
  const content = `Name;Mobile;Address\n${'Asha Rao;9845010001;1 Lake Road, Kothrud, Pune, Maharashtra\n'.repeat(12)}`;
  const found = await previewed({ content });
  assert.deepEqual([found.delimiter, found.sheet, found.sheets, found.leads], [';', null, [], [ASHA]]);
  const chosen = await previewFile(app, rep, { content, fields: { delimiter: 'comma' } });
  assert.deepEqual(
    [chosen.body.data.delimiter, chosen.body.data.columns[0]?.header],
    [',', 'Name;Mobile;Address'],
  );
  const tabs = await previewFile(app, rep, { content: 'a\tb,c\tName\n', fields: { delimiter: 'tab' } });
  assert.equal(tabs.body.message, 'This file has no rows.');
  const wrong = await previewFile(app, rep, { content, fields: { delimiter: 'colon' } });
  assert.deepEqual(
    [wrong.status, wrong.body.message],
    [422, 'delimiter must be one of: comma, semicolon, tab, pipe.'],
  );
});

const leadSheet = (name: string) => textRow(1, ['Name', 'Mobile']) + textRow(2, [name, '9845010001']);

test('the first visible sheet with known headers is read, the others are reported, and one can be chosen', async () => {
  const content = workbook({
    sheets: [
      { name: 'Read me', xml: textRow(1, ['How to use this file']) + textRow(2, ['Fill in the name']) },
      { name: 'Old', xml: leadSheet('Hidden'), hidden: true },
      { name: 'Empty', xml: '' },
      {
        name: 'Leads',
        xml:
          textRow(2, ['Leads of May']) +
          textRow(4, ['Name', 'Mobile']) +
          textRow(5, ['Asha Rao', '9845010001']),
      },
      { name: 'More', xml: leadSheet('Bina Das') },
    ],
  });
  const found = await previewed({ content, filename: 'cover.xlsx' });
  assert.deepEqual(
    [found.sheet, found.sheets, found.delimiter, found.leads],
    ['Leads', ['Read me', 'Leads', 'More'], null, [ASHA]],
  );
  assert.deepEqual(found.notices, ['Only the sheet “Leads” is imported: the file has 2 more sheets.']);
  const chosen = await previewed({ content, filename: 'cover.xlsx', fields: { sheet: 'More' } });
  assert.deepEqual([chosen.sheet, chosen.leads], ['More', [['Bina Das', '9845010001', null]]]);
  for (const sheet of ['Old', 'Empty', 'nowhere']) {
    const { status, body } = await previewFile(app, rep, {
      content,
      filename: 'cover.xlsx',
      fields: { sheet },
    });
    assert.deepEqual([status, body.message], [422, `This file has no sheet “${sheet}” with rows in it.`]);
  }
  await importFile(app, rep, { content, filename: 'cover.xlsx' });
  const made = await leadsByName(app, world.alpha);
  assert.deepEqual(
    made.map(({ name, phone, notes }) => [name, phone, notes]),
    [ASHA],
  );
});

test('without known headers the first sheet with rows is read', async () => {
  const xml = (text: string) => textRow(1, [text, 'Foo']) + textRow(2, ['Asha', '7']);
  const content = workbook({
    sheets: [
      { name: 'One', xml: '' },
      { name: 'Two', xml: xml('Bar') },
      { name: 'Three', xml: xml('Baz') },
    ],
  });
  const { body } = await previewFile(app, rep, { content, filename: 'unknown.xlsx' });
  assert.deepEqual([body.data.sheet, body.data.sheets], ['Two', ['Two', 'Three']]);
});
