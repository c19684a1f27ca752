import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { sql } from 'kysely';
import { auditLog } from '#shared/accounts/audit.ts';
import { contactDetails, SHOWN_PER_HOUR } from '#shared/values/contact-details.ts';
import { leadDuplicates } from '#shared/leads/lead-duplicates.ts';
import { leadHistory } from '#shared/leads/lead-history.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leadVisibility } from '#shared/leads/lead-visibility.ts';
import { leads } from '#shared/leads/leads.ts';
import {
  maskEmail,
  maskPhone,
  maskText,
  maskedEmail,
  maskedName,
  maskedPhone,
} from '#server/accounts/masked-contacts.ts';
import { RATES } from '#server/http/rates/rate-limits.ts';
import { addField } from '#test/leads/custom-fields.ts';
import { exportedFiles } from '#test/input/exported-files.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import { createLead, createPerson, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const rates = Object.fromEntries(
  Object.entries(RATES).map(([name, rate]) => [
    name,
    { ...rate, most: name === 'contactDetails' ? rate.most : 1_000_000 },
  ]),
) as typeof RATES;
const { app, world } = await withWorld({ rates });
const { alpha } = world;
const PHONE = '+91 98765 43505';
const EMAIL = 'ritu@example.com';

before(async () => {
  await addField(app, alpha, { title: 'Office mail', type: 'email' });
  const body = { salesrepContacts: 'masked' as const };
  await app.call(leadVisibility.update, { params: { id: alpha.id }, body }, alpha.admin.token);
});

const aLead = async (person: Person = alpha.rep) =>
  await createLead(app, alpha.manager, {
    name: 'Ritu Sharma',
    phone: PHONE,
    email: EMAIL,
    custom: { office_mail: 'office@example.com' },
    assigned_to: person.id,
  });
const show = async (id: string, fields: string[], { token }: Person = alpha.rep) =>
  await app.call(contactDetails.show, { params: { id }, body: { fields } }, token);
const eventsOf = async (id: string) =>
  (
    await app.call(leadHistory.list, { params: { id }, query: { type: 'change' } }, alpha.rep.token)
  ).body.data.flatMap((entry) => (entry.type === 'change' && entry.kind === 'shown' ? [entry] : []));

test('a masked rep reads beginnings and ends, and the whole values by asking, which is noted', async () => {
  const { id } = await aLead();
  const { data } = (await app.call(leads.get, { params: { id } }, alpha.rep.token)).body;
  assert.deepEqual(
    [data.phone, data.email, data.custom['office_mail']],
    ['+91 98••• ••505', 'r•••@example.com', 'o•••@example.com'],
  );
  const shown = await show(id, ['phone', 'custom.office_mail', 'company_name']);
  const values = { phone: PHONE, 'custom.office_mail': 'office@example.com', company_name: null };
  assert.deepEqual([shown.status, shown.body.data.values], [200, values]);
  const [entry, ...others] = await eventsOf(id);
  assert.deepEqual(others, []);
  assert.deepEqual(
    entry?.changes.map(({ field, new: now }) => [field, now]),
    [['phone', null], ['custom.office_mail', null]],
  ); // prettier-ignore
  const { entries } = (await app.call(auditLog.list, {}, alpha.admin.token)).body.data;
  const line = entries.find(({ action }) => action === 'contact_details_shown');
  assert.deepEqual(line?.details, { lead: id, fields: 'phone, custom.office_mail' });
});

test('a masked rep finds the other leads of a person by a lead that they see', async () => {
  const [{ id }, twin] = [await aLead(), await aLead()];
  const { phone, email } = (await app.call(leads.get, { params: { id } }, alpha.rep.token)).body.data;
  assert.ok(phone && email);
  const found = async (query: Record<string, string>) =>
    (await app.call(leadDuplicates.find, { query }, alpha.rep.token)).body.data.map((match) => match.id);
  for (const sent of [{ phone }, { email }, { phone, email }] as Record<string, string>[]) {
    const others = await found({ ...sent, exclude: id });
    assert.ok(others.includes(twin.id) && !others.includes(id));
    assert.deepEqual(await found(sent), []);
  }
  await app.call(leads.remove, { params: { id: twin.id } }, alpha.manager.token);
});

test('people who see contact details in full are shown them without a note', async () => {
  const { id, phone } = await aLead();
  assert.equal(phone, PHONE);
  assert.deepEqual((await show(id, ['phone'], alpha.manager)).body.data.values, { phone: PHONE });
  assert.deepEqual(await eventsOf(id), []);
});

test('a person is shown so many in an hour, then refused in words, and others go on', async () => {
  const person = await createPerson(app, 'salesrep', alpha.id);
  const [{ id }, other] = [await aLead(person), await aLead()];
  for (let shown = 0; shown < SHOWN_PER_HOUR; shown += 10) {
    const fields = Array.from({ length: 10 }, () => 'phone');
    assert.equal((await show(id, fields, person)).status, 200);
  }
  const refused = await show(id, ['phone'], person);
  assert.deepEqual([refused.status, refused.body.message], [429, RATES.contactDetails.words]);
  const wait = Number(refused.headers['retry-after']);
  assert.ok(wait > 3000 && wait <= 3600, String(wait));
  assert.equal((await show(other.id, ['phone'])).status, 200);
});

test('a masked value is never stored, whoever sends it and however', async () => {
  const lead = await aLead();
  const { id } = lead;
  const masked = (await app.call(leads.get, { params: { id } }, alpha.rep.token)).body.data;
  const bodies = [
    { phone: masked.phone },
    { email: masked.email },
    { custom: { office_mail: masked.custom['office_mail'] } },
  ];
  for (const person of [alpha.rep, alpha.manager])
    for (const body of bodies) {
      const reply = await app.call(leads.update, { params: { id }, body }, person.token);
      assert.equal(reply.status, 422, reply.text);
    }
  const words = await app.call(
    leads.update,
    { params: { id }, body: { phone: masked.phone } },
    alpha.rep.token,
  );
  assert.equal(words.body.message, 'This is masked. Press Show to read and change it, or leave it as it is.');
  const { exported, importBack } = exportedFiles(app);
  const { text, file } = await exported(alpha.rep);
  assert.ok(text.includes('+91 98••• ••505') && text.includes('r•••@example.com'), text);
  assert.ok(!text.includes(PHONE) && !text.includes(EMAIL) && !text.includes('office@'), text);
  await importBack(alpha.admin, file, 'leads.csv');
  const rows = await ownerRows(
    app,
    `SELECT phone, email, custom FROM ${alpha.schema}.leads WHERE id = '${id}'`,
  );
  assert.deepEqual(rows, [{ phone: PHONE, email: EMAIL, custom: { office_mail: 'office@example.com' } }]);
  const sent = { leads: [{ name: 'New', phone: masked.phone, email: masked.email }] };
  await app.call(leadImport.run, { body: sent }, alpha.rep.token);
  const stored = await ownerRows(
    app,
    `SELECT id FROM ${alpha.schema}.leads WHERE phone LIKE '%••%' OR email LIKE '%••%'`,
  );
  assert.deepEqual(stored, []);
});

test('an edit of other fields leaves masked ones as they are, and a stale one is answered masked', async () => {
  const { id, version } = await aLead();
  const by = async (body: object) => await app.call(leads.update, { params: { id }, body }, alpha.rep.token);
  assert.equal((await by({ company_name: 'Sharma Interiors', version })).status, 200);
  const stale = await by({ company_name: 'Other', version });
  const row = stale.body.data as { phone: string; email: string };
  assert.deepEqual([stale.status, row.phone, row.email], [412, '+91 98••• ••505', 'r•••@example.com']);
  const lead = (await app.call(leads.get, { params: { id } }, alpha.manager.token)).body.data;
  assert.deepEqual([lead.phone, lead.email], [PHONE, EMAIL]);
});

const PHONES: [whole: string, masked: string][] = [
  [PHONE, '+91 98••• ••505'],
  ['+919876543505', '+9198•••••505'],
  ['+91-98765-43505', '+91-98•••-••505'],
  ['9876543505', '98•••••505'],
  ['98765 43505 / 022-2345 6789', '98••• ••••• / •••-•••• •789'],
  ['+1 415 555 0100', '+1 41• ••• •100'],
  ['12345', '•••45'],
  ['123', '•••'],
  ['९८७६५ ४३२१०', '••••• ••२१०'],
];
const EMAILS: [whole: string, masked: string][] = [
  [EMAIL, 'r•••@example.com'],
  ['r@example.com', '•••@example.com'],
  ['nobody', '•••'],
];

test('numbers and emails are masked alike by JavaScript and by PostgreSQL', async () => {
  const inSql = async (mask: typeof maskedPhone, text: string) => {
    const { rows } = await sql<{ masked: string }>`SELECT ${mask(sql`${text}::text`)} AS masked`.execute(
      app.database.nothing,
    );
    return rows[0]?.masked;
  };
  for (const [whole, masked] of PHONES)
    assert.deepEqual([maskPhone(whole), await inSql(maskedPhone, whole)], [masked, masked], whole);
  for (const [whole, masked] of EMAILS)
    assert.deepEqual([maskEmail(whole), await inSql(maskedEmail, whole)], [masked, masked], whole);
  assert.equal(maskText(`Ravi ${PHONE}, ${EMAIL}`), 'Ravi +91 98••• ••505, r•••@example.com');
  for (const name of ['Ravi Kumar', 'Unit 4, Plot 22', 'A & B']) {
    assert.equal(maskText(name), name);
    assert.equal(await inSql(maskedName, name), name);
  }
  assert.equal(await inSql(maskedName, PHONE), '+91 98••• ••505');
});
