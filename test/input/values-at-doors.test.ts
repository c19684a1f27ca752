import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { clients } from '#shared/installation/clients.ts';
import { leads } from '#shared/leads/leads.ts';
import type { Lead } from '#shared/leads/lead.ts';
import { publicLeads } from '#shared/leads/public-leads.ts';
import { sourcePosts } from '#shared/company/source-posts.ts';
import { sources } from '#shared/company/sources.ts';
import type { SourceKind } from '#shared/company/sources.ts';
import { addField } from '#test/leads/custom-fields.ts';
import { importFile } from '#test/input/upload.ts';
import { createTestClient, withWorld } from '#test/world.ts';
import type { TestClient } from '#test/world.ts';

const ORIGIN = 'https://www.example.com';
const ZONES = ['Asia/Kolkata', 'America/Los_Angeles'] as const;
const FIELDS = {
  visit: { title: 'Visit', type: 'datetime' },
  fee: { title: 'Fee', type: 'money' },
  seats: { title: 'Seats', type: 'number' },
  vip: { title: 'VIP', type: 'checkbox' },
  office_mail: { title: 'Office mail', type: 'email' },
  fair: { title: 'Fair', type: 'select' },
  topics: { title: 'Topics', type: 'tags' },
} as const;
const FAIRS = [
  { value: 'builders', label: "Builder's Fair" },
  { value: 'strasse', label: 'Große Straße' },
  { value: 'lodz', label: 'Łódź Expo' },
];
type Name = keyof typeof FIELDS | 'budget';

/**
 * By field: texts with the value each means; undefined if the field cannot hold it and it goes to the notes.
 * It also goes to the notes if the value is only a `part` of the text.
 */
const VALUES: Record<Name, readonly (readonly [text: string, value: unknown, part?: 'part'])[]> = {
  visit: [
    ['12/03/2027', { 'Asia/Kolkata': '2027-03-11T18:30:00.000Z', 'America/Los_Angeles': '2027-03-12T08:00:00.000Z' }],
    ['03-04-2027', { 'Asia/Kolkata': '2027-04-02T18:30:00.000Z', 'America/Los_Angeles': '2027-04-03T07:00:00.000Z' }],
    ['12.03.2027 4:30 PM', { 'Asia/Kolkata': '2027-03-12T11:00:00.000Z', 'America/Los_Angeles': '2027-03-13T00:30:00.000Z' }],
    ['13/03/2027', { 'Asia/Kolkata': '2027-03-12T18:30:00.000Z', 'America/Los_Angeles': '2027-03-13T08:00:00.000Z' }],
    ['2 Apr 2027, 09:15', { 'Asia/Kolkata': '2027-04-02T03:45:00.000Z', 'America/Los_Angeles': '2027-04-02T16:15:00.000Z' }],
    ['2027-03-12T10:00:00Z', '2027-03-12T10:00:00.000Z'],
    ['2027-03-12T10:00:00+05:30', '2027-03-12T04:30:00.000Z'],
    ['31/02/2027', undefined],
    ['next Monday', undefined],
  ], // prettier-ignore
  fee: [
    ['₹ 2,50,000/-', 250_000],
    ['5,00,000 INR', 500_000],
    ['Rs. 1,500.50', 1500.5],
    ['512,77', undefined],
    ['1.234,56', 1234.56],
    ['1.500', undefined],
    ['5 lakh', 500_000],
    ['1.2 Cr', 12_000_000],
    ['5 lakh - 7 lakh', 500_000, 'part'],
    ['5–7 lakh', 500_000, 'part'],
    ['up to 50 L', 5_000_000, 'part'],
    ['7 - 5 lakh', undefined],
    ['-5', undefined],
  ],
  budget: [
    ['₹ 2,50,000/-', 250_000],
    ['5,00,000 INR', 500_000],
    ['750000', 750_000],
    ['512,77', undefined],
    ['12,34', undefined],
    ['5 to 7 lakhs', 500_000, 'part'],
    ['₹50L–₹75L', 5_000_000, 'part'],
    ['a few lakh', undefined],
  ],
  seats: [
    ['1,200', 1200],
    ['-3.5', -3.5],
    ['12,5', undefined],
    ['many', undefined],
  ],
  vip: [
    ...['yes', 'TRUE', 'on', '1', 'checked', '✓', '✔️', 'हाँ', 'haan'].map((text) => [text, true] as const),
    ...['No', 'off', 'FALSE', '0', 'नहीं'].map((text) => [text, null] as const),
    ['perhaps', undefined],
  ],
  office_mail: [
    ['Asha <asha2@example.in>', 'asha2@example.in'],
    ['"Das, Asha" <asha@example.in>', 'asha@example.in'],
    ['mailto:asha@example.in', 'asha@example.in'],
    ['<asha@example.in>', 'asha@example.in'],
    ['asha at example.in', undefined],
  ],
  fair: [
    ['Builder’s Fair', 'builders'],
    ["BUILDER'S-FAIR", 'builders'],
    ['builder`s fair', 'builders'],
    ['Grosse Strasse', 'strasse'],
    ['lodz expo', 'lodz'],
    ['Another fair', undefined],
  ],
  topics: [
    ['Sofas; Beds', ['Sofas', 'Beds']],
    ['Sofas, Beds, Sofas', ['Sofas', 'Beds']],
  ],
};

const { app, world } = await withWorld();
const made = new Map<string, Made>();
type Made = {
  client: TestClient;
  key: string;
  at: Record<'other' | 'justdial', { id: string; secret: string }>;
};
before(async () => {
  for (const [index, zone] of ZONES.entries()) made.set(zone, await newClient(index, zone));
});

async function newClient(index: number, zone: string): Promise<Made> {
  const client = await createTestClient(app, `doors_${index}`);
  const body = { timeZone: zone };
  const reply = await app.call(clients.update, { params: { id: client.id }, body }, world.superadmin.token);
  assert.equal(reply.status, 200, reply.text);
  for (const field of Object.values(FIELDS))
    await addField(app, client, { ...field, ...(field.type === 'select' && { options: FAIRS }) });
  const newSource = async (kind: SourceKind) =>
    (await app.call(sources.create, { body: { kind, name: kind } }, client.admin.token)).body.data;
  const site = { client_id: client.id, allowed_origins: [ORIGIN] };
  const key = (await app.call(apiKeys.create, { body: site }, client.admin.token)).body.data.api_key;
  return { client, key, at: { other: await newSource('other'), justdial: await newSource('justdial') } };
}

const FILE = 'a file';
/** All entry points for text from people and programs, which receive it unchanged. */
const DOORS: Record<string, (to: Made, phone: string, name: Name, text: string) => Promise<unknown>> = {
  [FILE]: async (to, phone, name, text) => await sendFile(to, name, [[phone, text]]),
  'JSON of a program': async ({ at: { other } }, phone, name, text) =>
    await app.call(sourcePosts.receiveAt, { params: other, body: { name: 'Asha', phone, [name]: text } }),
  'a form of a program': async ({ at: { other } }, phone, name, text) =>
    await app.app.inject({
      method: 'POST',
      url: `/api/public/sources/${other.id}/${other.secret}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ name: 'Asha', phone, [name]: text }).toString(),
    }),
  'an address of a portal': async ({ at: { justdial } }, phone, name, text) =>
    await app.call(sourcePosts.receiveLink, {
      params: justdial,
      query: { name: 'Asha', phone, [name]: text },
    }),
  'a website': async ({ key }, phone, name, text) => {
    const value = name === 'budget' ? { budget: text } : { custom: { [name]: text } };
    const headers = { origin: ORIGIN, 'x-api-key': key };
    const reply = await app.call(publicLeads.create, { body: { name: 'Asha', phone, ...value }, headers });
    assert.equal(reply.status, 201, reply.text);
  },
};

type Row = readonly [phone: string, text: string];
async function sendFile({ client }: Made, name: Name, rows: readonly Row[]): Promise<void> {
  const title = name === 'budget' ? 'Budget' : FIELDS[name].title;
  const lines = rows.map(([phone, text]) => `Asha,${phone},"${text.replaceAll('"', '""')}"`);
  await importFile(app, client.manager, { content: [`Name,Phone,${title}`, ...lines, ''].join('\n') });
}

let numbers = 0;
/** The leads that arrive with these texts; a file has all in one column, except for dates, whose order it decides. */
async function sent(zone: string, door: string, name: Name, texts: readonly string[]): Promise<Lead[]> {
  const to = made.get(zone) ?? assert.fail();
  const rows = texts.map((text): Row => [`98450${String((numbers += 1)).padStart(5, '0')}`, text]);
  if (door === FILE && name !== 'visit') await sendFile(to, name, rows);
  else for (const [phone, text] of rows) await DOORS[door]?.(to, phone, name, text);
  return await Promise.all(
    rows.map(async ([search, text]) => {
      const [lead] = (await app.call(leads.list, { query: { search } }, to.client.manager.token)).body.data;
      return lead ?? assert.fail(`${door} made no lead of ${text}`);
    }),
  );
}

for (const door of Object.keys(DOORS))
  for (const zone of ZONES)
    test(`values are read the same way through ${door}, in ${zone}, and are never lost`, async () => {
      for (const [name, list] of Object.entries(VALUES) as [Name, (typeof VALUES)[Name]][]) {
        // Only dates depend on the time zone, so the second zone need not repeat the rest.
        if (zone !== ZONES[0] && name !== 'visit') continue;
        const found = await sent(
          zone,
          door,
          name,
          list.map(([text]) => text),
        );
        for (const [index, [text, meant, part]] of list.entries()) {
          const lead = found[index] ?? assert.fail();
          const inZone = meant as Record<string, unknown> | undefined | null;
          const due = name === 'visit' && typeof meant === 'object' ? inZone?.[zone] : meant;
          const value = name === 'budget' ? lead.budget : lead.custom[name];
          assert.deepEqual(value ?? null, due ?? null, `${name}: ${text}`);
          assert.equal(
            lead.notes?.includes(text) ?? false,
            meant === undefined || part !== undefined,
            `${name}: ${text} in ${lead.notes}`,
          );
        }
      }
    });

test('an address written as Name <email> is recognised at every door', async () => {
  const { client, key, at } = made.get('Asia/Kolkata') ?? assert.fail();
  const written = (n: number) => `Asha Das <asha.${n}@example.in>`;
  await importFile(app, client.manager, { content: `Name,Email\nAsha,${written(1)}\n` });
  await app.call(sourcePosts.receiveAt, { params: at.other, body: { name: 'Asha', email: written(2) } });
  const headers = { origin: ORIGIN, 'x-api-key': key };
  await app.call(publicLeads.create, { body: { name: 'Asha', email: written(3) }, headers });
  await app.call(leads.create, { body: { name: 'Asha', email: written(4) } }, client.manager.token);
  for (const n of [1, 2, 3, 4]) {
    const query = { search: `asha.${n}@example.in` };
    const [lead] = (await app.call(leads.list, { query }, client.manager.token)).body.data;
    assert.equal(lead?.email, `asha.${n}@example.in`);
  }
});
