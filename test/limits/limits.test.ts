import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { auth } from '#shared/accounts/auth.ts';
import { demoRequests } from '#shared/installation/demo-requests.ts';
import { DEMO_TIME_ZONE, demoDates, slotStart } from '#shared/installation/demo-slots.ts';
import { leads } from '#shared/leads/leads.ts';
import { RATES } from '#server/http/rates/rate-limits.ts';
import { createPerson, PASSWORD, withWorld } from '#test/world.ts';
import type { Person } from '#test/world.ts';

const { app, world } = await withWorld({ rates: RATES, demoClient: 'alpha', sendMail: async () => {} });
let person: Person;
before(async () => {
  person = await createPerson(app, 'salesrep', world.alpha.id);
});

type Answer = { status: number; headers: Record<string, unknown>; body: { message: string } };

type Limit = {
  /** The documentation of the limit: a file in docs/ and words in it. */
  said: [file: string, words: string];
  most: number;
  /** Makes another call that counts; `n` counts from 0. */
  call: (n: number) => Promise<Answer>;
  /** A call that still works, for the refused caller or for another one. */
  goesOn: () => Promise<Answer>;
};

const starts_at = slotStart(
  demoDates(new Date(), DEMO_TIME_ZONE)[3] ?? '',
  570,
  DEMO_TIME_ZONE,
)?.toISOString();
const book = async (from: string) =>
  await app.call(demoRequests.create, { body: { name: 'Asha', email: 'asha@example.com', starts_at }, from });
const forgot = async (email: string, from: string) =>
  await app.call(accessLinks.forgotPassword, { body: { email }, from });
/** Every limit on how often a call may be made, except the rates of `RATES`, which have their own tests. */
const LIMITS: Record<string, Limit> = {
  'changing calls of one address before sign-in, in a minute': {
    said: ['security.md', '| 120 | user (address before signing in)'],
    most: 120,
    call: async () => await app.call(auth.logout, { from: '192.0.2.1' }),
    goesOn: async () => await app.call(auth.logout, { from: '192.0.2.2' }),
  },
  'bookings of one address in an hour': {
    said: ['security.md', 'five an hour per address'],
    most: 5,
    call: async () => await book('192.0.2.5'),
    goesOn: async () => await book('192.0.2.6'),
  },
  'bookings in all in an hour': {
    said: ['security.md', '100 in all'],
    // Six were booked above.
    most: 94,
    call: async (n) => await book(`198.51.100.${Math.floor(n / 4)}`),
    goesOn: async () => await read(),
  },
  'links for a password that one address asks for in an hour': {
    said: ['security.md', 'an address asks thirty times'],
    most: 30,
    call: async (n) => await forgot(`nobody${n}@example.com`, '192.0.2.7'),
    goesOn: async () => await forgot('somebody@example.com', '192.0.2.8'),
  },
  'failed sign-ins of one address in 15 minutes': {
    said: ['operations.md', '20 per account, 60 per address'],
    most: 60,
    call: async (n) => {
      const reply = await app.call(auth.login, {
        body: { email: `stranger${n}@example.com`, password: PASSWORD },
        from: '192.0.2.9',
      });
      return { ...reply, status: reply.status === 401 ? 200 : reply.status };
    },
    goesOn: async () =>
      await app.call(auth.login, { body: { email: person.email, password: PASSWORD }, from: '192.0.2.10' }),
  },
};
const read = async () => await app.call(leads.list, { query: { limit: '1' } }, world.beta.manager.token);

for (const [what, { said, most, call, goesOn }] of Object.entries(LIMITS)) {
  test(`${most} ${what}, the next is refused with the time to wait, and others continue`, async () => {
    const statuses: number[] = [];
    let last: Answer | undefined;
    // A per-minute limit resets at the turn of a minute, which happens at most once here.
    for (let n = 0; n <= 2 * most && last?.status !== 429; n += 1) {
      last = await call(n);
      statuses.push(last.status);
    }
    assert.equal(last?.status, 429, `never refused: ${[...new Set(statuses)].join()}`);
    assert.ok(statuses.length > most, `refused at number ${statuses.length}`);
    if (!what.endsWith('in a minute')) assert.equal(statuses.length, most + 1);
    assert.ok(Number(last.headers['retry-after']) > 0, JSON.stringify(last.headers));
    assert.match(last.body.message, /\.$/);
    const other = await goesOn();
    assert.notEqual(other.status, 429, other.body.message);
    assert.ok(other.status < 500);
    const [file, words] = said;
    const text = readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8').replaceAll(/\s+/g, ' ');
    assert.ok(text.includes(words), `docs/${file} does not say "${words}"`);
  });
}
