import { auth } from '#shared/accounts/auth.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leads } from '#shared/leads/leads.ts';
import { publicLeads } from '#shared/leads/public-leads.ts';
import { users } from '#shared/accounts/users.ts';
import { webhooks } from '#shared/company/webhooks.ts';
import { findClient } from '#server/db/find-client.ts';
import type { ClientRef } from '#server/db/find-client.ts';
import type { Database } from '#server/db/database.ts';
import { notifyOfLateLeads } from '#server/features/distribution/late-leads.queries.ts';
import { purgeTrash } from '#server/features/lead-trash/trash-purge.queries.ts';
import { fireDue } from '#server/features/notifications/due-reminders.queries.ts';
import { noteLeadNews } from '#server/features/notifications/lead-news.queries.ts';
import { noteMornings } from '#server/features/notifications/mornings.queries.ts';
import { deliverNext } from '#server/features/webhooks/sender.ts';
import { listWaiting } from '#server/features/webhooks/webhook-work.queries.ts';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import type { Act } from '#test/schedules/lead-acts.ts';
import { inBackground, make, note, send, sendUnless } from '#test/schedules/stage.ts';
import type { Stage } from '#test/schedules/stage.ts';
import type { Person } from '#test/world.ts';

/** The email addresses of one person who arrives by several ways at once. */
export const sameEnquirer = (number: number) => `same.${number}@example.com`;
export const sameRow = (number: number) => `imported.${number}@example.com`;

/** How leads arrive. */
export const ARRIVALS = {
  enquire: async (stage, name) => {
    const body = { name, email: `${name.replaceAll(' ', '.')}@example.com` };
    await make(stage, name, [publicLeads.create, { body, headers: stage.ground.website }]);
  },
  'enquire again': async (stage, name) => {
    const body = { name: `Same ${stage.number}`, email: sameEnquirer(stage.number), message: name };
    const { status } = await send(stage, name, [publicLeads.create, { body, headers: stage.ground.website }]);
    if (status === 201) stage.done.add('enquire again');
  },
  'import the same': async (stage, name) => {
    const body = { leads: [{ name: `Imported ${stage.number}`, email: sameRow(stage.number) }] };
    // Two of a client run at once, a third is refused.
    await sendUnless(stage, name, [429], [leadImport.run, { body }, stage.client.rep]);
  },
  create: async (stage, name) => {
    await make(stage, name, [leads.create, { body: { name } }, stage.client.manager]);
  },
} satisfies Record<string, Act>;

const dismiss = async (stage: Stage, name: string, by: Person, whom: Person) => {
  const input = { params: { id: whom.id }, body: { isActive: false } };
  await sendUnless(stage, name, [401, 403], [users.setActive, input, by]);
};

const handOver = async (stage: Stage, name: string, from: Person, to: Person) => {
  const input = { params: { id: from.id }, body: { isActive: false, reassignTo: to.id } };
  const call = [users.setActive, input, stage.client.admin] as const;
  const { status } = await sendUnless(stage, name, [422], [...call]);
  if (status === 200) stage.done.add(`${from.email} hands over`);
};

const putBelow = async (stage: Stage, name: string, one: Person, other: Person) => {
  const input = { params: { id: one.id }, body: { managerId: other.id } };
  await sendUnless(stage, name, [422], [users.update, input, stage.client.admin]);
};

/** Changes of accounts, and limits that only one more of something reaches. */
export const PEOPLE = {
  'dismiss the second': async (stage, name) =>
    await dismiss(stage, name, stage.superadmin, stage.ground.second),
  'dismiss the first': async (stage, name) =>
    await dismiss(stage, name, stage.ground.second, stage.superadmin),
  'hand over': async (stage, name) => await handOver(stage, name, ...stage.ground.pair),
  'hand over back': async (stage, name) => {
    const [one, other] = stage.ground.pair;
    await handOver(stage, name, other, one);
  },
  'put below': async (stage, name) => await putBelow(stage, name, ...stage.ground.pair),
  'put above': async (stage, name) => {
    const [one, other] = stage.ground.pair;
    await putBelow(stage, name, other, one);
  },
  'wrong password': async (stage, name) => {
    const body = { email: stage.ground.pair[0].email, password: 'wrong-horse-battery' };
    const { status } = await sendUnless(stage, name, [401, 429], [auth.login, { body }]);
    if (status === 401) note(stage, 'a wrong password after nineteen others');
  },
  'one webhook more': async (stage, name) => {
    const body = { url: `https://hooks.example.com/${name.replaceAll(' ', '-')}`, events: ['lead.created'] };
    await send(stage, name, [webhooks.create, { body }, stage.ground.beta.admin]);
  },
} satisfies Record<string, Act>;

/** The receiver is on this machine; a delivery is reserved for twice the time limit. */
const LIMITS = {
  reach: { protocols: ['http:'], ports: 'any', mayReach: () => true },
  timeLimit: 10_000,
  waits: [60, 300],
  sweep: 30_000,
  leave: new AbortController().signal,
} as const;

async function ofClient(
  { client }: Stage,
  database: Database,
  work: (client: ClientRef) => Promise<void>,
): Promise<void> {
  const found = await findClient(database, client.id);
  if (found) await work(found);
}

async function deliver(stage: Stage, database: Database): Promise<void> {
  await ofClient(stage, database, async (client) => {
    for (const id of await listWaiting(database, client))
      for (let isMore = true; isMore;) isMore = await deliverNext(database, client, id, LIMITS);
  });
}

const WORK = {
  'tell what is due': async (stage: Stage, database: Database) =>
    await ofClient(stage, database, async (client) => await fireDue(database, client, true)),
  'tell who is late': async (_: Stage, database: Database) => await notifyOfLateLeads(database),
  mirror: async ({ client }: Stage, database: Database) => await followClient(database, client.id),
  deliver,
  purge: async (_: Stage, database: Database) => await purgeTrash(database),
  mornings: async (_: Stage, database: Database) => await noteMornings(database, new Date()),
  'lead news': async (stage: Stage, database: Database) =>
    await ofClient(stage, database, async (client) => await noteLeadNews(database, client, true)),
};

/** The server's own jobs. */
export const BACKGROUND = Object.fromEntries(
  Object.entries(WORK).map(([name, work]): [string, Act] => [
    name,
    async (stage) => await inBackground(stage, async (database) => await work(stage, database)),
  ]),
) as Record<keyof typeof WORK, Act>;

/** The jobs of a start, which run beside its first requests, in the server's order. */
export async function catchUp(stage: Stage): Promise<void> {
  for (const name of [
    'mirror',
    'purge',
    'tell who is late',
    'tell what is due',
    'mornings',
    'lead news',
    'deliver',
  ] as const)
    await BACKGROUND[name](stage, 'start');
}
