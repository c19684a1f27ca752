import { randomBytes } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Ring } from '#shared/activities/telephony.ts';
import type { Api, Company, Person } from '../api.ts';
import { expect, test as base } from '../fixtures.ts';
import type { Server } from '../server.ts';
import type { TelephoneSystem } from './telephone-system.ts';

export const test = base.extend<{ phones: Connected }>({
  phones: async ({ api, company, server, system }, use) =>
    await use(await connected({ api, company, server, system })),
});

export const AGENT = '+919810000001';
/** The company's own number. */
const OWN = '+911140000000';

/** One call of a telephone system, as it is told. */
type Phone = {
  rings: (from: string) => Promise<void>;
  /** The colleague calls this number. */
  ringsOut: (to: string) => Promise<void>;
  answered: () => Promise<void>;
  /** A colleague with this number has answered. */
  answeredBy: (agent: string) => Promise<void>;
  ended: (seconds: number) => Promise<void>;
  missed: () => Promise<void>;
};

/** A rep whose phone can ring, and the beginning of a call for them. */
type Connected = { rep: Person; call: () => Phone };

/** A company with a telephone system, and a rep whose phone it can ring; `call` begins to tell of a call for the rep. */
export async function connected(
  { api, company, server, system }: { api: Api; company: Company; server: Server; system: TelephoneSystem },
  more: { creates_leads?: boolean } = {},
): Promise<Connected> {
  const rep = await api.newPerson(company.id, 'salesrep', 'Ravi');
  const admin = await api.newPerson(company.id, 'admin', 'Kabir');
  await api.call(admin, 'PATCH', `/users/${rep.id}`, { agentNumber: AGENT });
  const ring: Ring = {
    account: '',
    caller_id: OWN,
    address: `${system.url}/ring`,
    format: 'json',
    body: { agent: '{{agent}}', lead: '{{lead}}' },
  };
  const source = await api.call<{ id: string; secret: string }>(admin, 'POST', '/sources', {
    kind: 'telephony',
    name: 'Office phones',
    ring,
    ...more,
  });
  const address = `${server.origin}/api/public/sources/${source.id}/${source.secret}`;
  return { rep, call: () => phoneOf(address, `${system.url}/recording`) };
}

/** Tells of one call at the address of a source. */
function phoneOf(address: string, recording: string): Phone {
  const callid = randomBytes(8).toString('hex');
  let sides = {};
  const tell = async (event: Record<string, string | number>) => {
    const body = { callid, agent: AGENT, ...sides, ...event };
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status, await answer.text()).toBe(200);
  };
  return {
    rings: async (from) => {
      sides = { from, to: OWN, direction: 'inbound' };
      await tell({ event: 'ringing' });
    },
    ringsOut: async (to) => {
      sides = { from: AGENT, to, direction: 'outbound' };
      await tell({ event: 'ringing' });
    },
    answered: async () => await tell({ event: 'answered' }),
    answeredBy: async (agent) => await tell({ event: 'answered', agent }),
    ended: async (duration) =>
      await tell({ event: 'hangup', status: 'completed', duration, recordingurl: recording }),
    missed: async () => await tell({ event: 'hangup', status: 'no-answer', duration: 0 }),
  };
}

/** The card of a call, by its state and the name in it. */
export const card = (page: Page, name: string | RegExp): Locator => page.getByRole('article', { name });

/** Opens a page as this person, and waits until live updates are on. */
export async function listening(
  page: Page,
  openAs: (person: Person, address: string) => Promise<void>,
  person: Person,
  address: string,
): Promise<void> {
  const stream = page.waitForResponse((response) => response.url().endsWith('/api/events'));
  await openAs(person, address);
  expect((await stream).status()).toBe(200);
}
