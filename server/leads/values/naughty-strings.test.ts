import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import { writeXlsx, readXlsx } from 'hucre/xlsx';
import { cleanText } from '#shared/fields/fields.ts';
import { EXPORTED_ID_TITLE, LEAD_FIELDS, leadField } from '#shared/fields/lead-fields.ts';
import type { LeadFieldKey } from '#shared/fields/lead-fields.ts';
import { leadExport } from '#shared/leads/lead-export.ts';
import type { NewLead } from '#shared/leads/lead.ts';
import { undoFormulaGuard } from '#server/spreadsheets/formula-guard.ts';
import { formulaPayloads, naughtyStrings } from '#test/input/naughty-strings.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import { countsOf, importFile } from '#test/input/upload.ts';
import { createLead, createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const { app } = await withWorld();

/** Fields that store any text, so that one lead carries many strings. */
const FIELDS = ['company_name', 'designation', 'location', 'campaign_id', 'form_id', 'utm_source', 'utm_medium', 'utm_campaign', 'address', 'description', 'notes'] as const satisfies readonly LeadFieldKey[]; // prettier-ignore
type Texts = Record<(typeof FIELDS)[number], string>;

const STRINGS = naughtyStrings(11_000);
const FORMULAS = formulaPayloads();
/** The strings packed into leads, and every formula in its own row, in every field. */
const ALL = [...packed(STRINGS), ...FORMULAS.map((formula) => textsOf(() => formula))];

function textsOf(text: (index: number) => string): Texts {
  return Object.fromEntries(FIELDS.map((key, index) => [key, text(index)])) as Texts;
}

function packed(strings: string[]): Texts[] {
  const leads: Texts[] = [];
  for (let from = 0; from < strings.length; from += FIELDS.length)
    leads.push(textsOf((index) => strings[from + index] ?? ''));
  return leads;
}

/** Stored texts by email, which identifies the leads. */
async function stored({ schema }: TestClient): Promise<Map<string, (string | null)[]>> {
  return await app.database.asOwner(async (owner) => {
    const { rows } = await owner.query<Record<string, string | null>>(
      `SELECT email, ${FIELDS.join(', ')} FROM ${schema}.leads`,
    );
    return new Map(rows.map((row) => [String(row['email']), FIELDS.map((key) => row[key] ?? null)]));
  });
}

const emailOf = (index: number) => `lead${index}@example.com`;

function assertKept(found: Map<string, (string | null)[]>, leads: Texts[], kept: (text: string) => string) {
  assert.equal(found.size, leads.length);
  for (const [index, texts] of leads.entries()) {
    const expected = FIELDS.map((key) => kept(texts[key]) || null);
    assert.deepEqual(found.get(emailOf(index)), expected, JSON.stringify(texts));
  }
}

async function everything({ schema }: TestClient): Promise<unknown[]> {
  return await ownerRows(app, `SELECT * FROM ${schema}.leads ORDER BY id`);
}

/** Exports and imports again: nothing changes, and no cell of either file is a formula. */
async function assertRoundTrip(client: TestClient): Promise<void> {
  const before = await everything(client);
  for (const format of ['csv', 'xlsx'] as const) {
    const response = await app.app.inject({
      method: 'GET',
      url: `/api${leadExport.run.path}?format=${format}&show_all=true`,
      headers: { authorization: `Bearer ${client.rep.token}` },
    });
    assert.equal(response.statusCode, 200, response.body.slice(0, 500));
    await assertHarmless(response.rawPayload, format);
    const { status, body } = await importFile(app, client.rep, {
      content: response.rawPayload,
      filename: `leads.${format}`,
      fields: { update_existing: 'true' },
    });
    assert.equal(status, 200, body.message);
    const nothing = { inserted: 0, updated: 0, skipped: before.length, failed: 0 };
    assert.deepEqual(countsOf(body.data), nothing, JSON.stringify(body.data.errors.slice(0, 3)));
    assert.deepEqual(await everything(client), before, format);
  }
}

/**
 * Written independently of the guard itself: cells that Excel, LibreOffice or Google Sheets would take for a
 * formula.
 */
const FORMULA = /^(?:[\t\r\n]|[\p{Z}\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u;

async function assertHarmless(file: Buffer, format: 'csv' | 'xlsx'): Promise<void> {
  if (format === 'csv') {
    const rows: string[][] = parse(file, { bom: true });
    for (const cell of rows.flat()) assert.doesNotMatch(cell, FORMULA);
    return;
  }
  const { sheets } = await readXlsx(new Uint8Array(file));
  const cells = sheets.flatMap((sheet) => [...(sheet.cells?.values() ?? [])]);
  assert.ok(sheets[0] && sheets[0].rows.length > 1);
  assert.deepEqual(cells.filter((cell) => cell.formula !== undefined), []); // prettier-ignore
}

test('11,000 naughty strings and the formulas survive a CSV import and export unharmed', async () => {
  const client = await createTestClient(app, 'naughty_csv');
  const rows = ALL.map((texts, index) => [`Lead ${index}`, emailOf(index), ...FIELDS.map((key) => texts[key]), '']); // prettier-ignore
  const titles = ['Name', 'Email', ...FIELDS.map((key) => leadField(key).title), EXPORTED_ID_TITLE];
  const content = stringify([titles, ...rows], { quoted: true, record_delimiter: 'windows' });
  const { status, body } = await importFile(app, client.rep, { content });
  assert.equal(status, 200, body.message);
  const all = { inserted: ALL.length, updated: 0, skipped: 0, failed: 0 };
  assert.deepEqual(countsOf(body.data), all, JSON.stringify(body.data.errors.slice(0, 3)));
  // An import removes the mark that an export puts before a formula.
  assertKept(await stored(client), ALL, (text) => undoFormulaGuard(cleanText(text)));
  await assertRoundTrip(client);
});

test('the same from another product’s spreadsheet, with one-line fields put on one line', async () => {
  const client = await createTestClient(app, 'naughty_xlsx');
  const inSheet = (text: string) => text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '').replaceAll(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_'); // prettier-ignore
  const rows = ALL.map((texts, index) => [`Lead ${index}`, emailOf(index), '', ...FIELDS.map((key) => inSheet(texts[key]))]); // prettier-ignore
  const titles = ['Name', 'Email', 'Shoe size', ...FIELDS.map((key) => leadField(key).title)];
  const content = Buffer.from(await writeXlsx({ sheets: [{ name: 'Leads', rows: [titles, ...rows] }] }));
  const { status, body } = await importFile(app, client.rep, { content, filename: 'leads.xlsx' });
  assert.equal(status, 200, body.message);
  assert.equal(body.data.inserted, ALL.length, JSON.stringify(body.data.errors.slice(0, 3)));
  const found = await stored(client);
  const flat = ALL.map((texts) => Object.fromEntries(FIELDS.map((key) => [key, oneLine(key, texts[key])])) as Texts); // prettier-ignore
  assertKept(found, flat, (text) => text);
  await assertRoundTrip(client);
});

function oneLine(key: LeadFieldKey, text: string): string {
  const cell = undoFormulaGuard(cleanText(text));
  // A formula that shows a text or link text is imported as that text.
  const link = /^=HYPERLINK\("([^"]*)"(?:[,;]"([^"]*)")?\)$/i.exec(cell);
  if (link) return link[2] ?? link[1] ?? '';
  const kept = cell.replace(/^="((?:[^"]|"")*)"$/, (_, shown: string) => shown.replaceAll('""', '"').trim());
  return LEAD_FIELDS[key].type === 'text' ? kept.replaceAll(/\s*\n\s*/g, ' ') : kept;
}

test('the same typed in by hand: the response matches what is stored, also in names, phones, statuses and tags', async () => {
  const client = await createTestClient(app, 'naughty_forms');
  const some = [...packed(STRINGS.slice(0, 660)), ...FORMULAS.map((formula) => textsOf(() => formula))];
  for (const [index, texts] of some.entries()) {
    const text = index % 2 === 0 ? texts.company_name : (FORMULAS[index % FORMULAS.length] ?? '');
    const short = [...text].slice(0, 40).join('');
    const name = cleanText(short).replaceAll(/\s*\n\s*/g, ' ') || 'Nameless';
    const lead: NewLead = { ...texts, name, email: emailOf(index), phone: short, source: text.slice(0, 60), tags: [short, `${short}, "b"`, `x ${short}`] }; // prettier-ignore
    const made = await createLead(app, client.rep, lead);
    assert.equal(made.name, name);
    for (const key of FIELDS) assert.equal(made[key], cleanText(texts[key]) || null, JSON.stringify(texts[key])); // prettier-ignore
  }
  assertKept(await stored(client), some, cleanText);
  await assertRoundTrip(client);
});

test('the longest texts round-trip whole, and ones too long for a spreadsheet are refused', async () => {
  const client = await createTestClient(app, 'naughty_long');
  for (const notes of [
    'x'.repeat(20_000),
    `=${'क्ष'.repeat(6666)}`,
    '👩‍👩‍👧'.repeat(4000),
    `"${'\n"'.repeat(9999)}`,
  ])
    await createLead(app, client.rep, { notes, address: '🎈'.repeat(1000) });
  await assert.rejects(createLead(app, client.rep, { notes: '😀'.repeat(16_384) }), /Notes is too long/);
  await assertRoundTrip(client);
});

test('the generator makes the promised number of strings, the same every time', () => {
  assert.equal(new Set(STRINGS).size, 11_000);
  assert.ok(FORMULAS.length >= 120);
  assert.deepEqual(naughtyStrings(500), STRINGS.slice(0, 500));
});
