import { loadavg } from 'node:os';
import type pg from 'pg';
import { quoted } from '#server/db/structure/installation.ts';
import { followClient } from '#server/mirror/follow-client.queries.ts';
import { OPERATOR, schemaOf } from '../../clients-data.ts';
import type { Installation } from '../../clients-data.ts';
import { RARE_SURNAME } from '../../lead-rows.ts';
import { quantile } from '../../load.ts';
import { timed } from '../../measure.ts';
import { number } from '../../report.ts';
import type { Line } from '../../report.ts';
import type { RunningServer } from '../../servers/child.ts';

/** No figure may grow by more than this factor between the last two client counts. */
const GROWTH = 1.3;
/** The first response after a start may take this many times its goal. */
const COLD = 10;
/** Rounds of all queries, one call after the other; the first rounds warm up the servers. */
const ROUNDS = { warming: 10, counted: 40 };

/** The client whose leads are queried separately. */
const NAMED = 7;
/** A name that twelve leads of one client have, whatever the number of clients. */
const SAME_FEW = 'Sharmistha';

/** `grows`: the query returns more results when there are more clients, so that only its time is a goal. */
type Question = { what: string; path: string; goal: number; grows?: true };
/** Milliseconds. */
type Asked = { cold: number; warm: number[] };
type Side = { ask: Ask; questions: Question[]; asked: Map<string, Asked> };

/**
 * Runs every query of a user with access to all clients, first right after a start and then repeatedly. The
 * installations take turns, so that other load on the machine affects all of them.
 */
export async function askAll(installations: readonly Installation[]): Promise<Line[]> {
  const running: RunningServer[] = [];
  try {
    const sides: Side[] = [];
    for (const installation of installations) {
      const { owner, start } = installation;
      await nameFew(installation);
      const lms = await start();
      running.push(lms);
      const { ask } = await signedIn(lms, OPERATOR);
      const asked = new Map<string, Asked>();
      const questions = await questionsOf(owner);
      for (const { what, path } of questions)
        asked.set(what, { cold: (await timed(async () => await ask(path)))[0] * 1000, warm: [] });
      sides.push({ ask, questions, asked });
    }
    for (let round = 0; round < ROUNDS.warming + ROUNDS.counted; round += 1) {
      for (const [place, { what }] of (sides[0]?.questions ?? []).entries()) {
        for (const { ask, questions, asked } of sides) {
          const [took] = await timed(async () => await ask(questions[place]?.path ?? '/'));
          if (round >= ROUNDS.warming) asked.get(what)?.warm.push(took * 1000);
        }
      }
    }
    return (sides[0]?.questions ?? []).map((question) =>
      lineOf(
        question,
        sides.map(({ asked }) => asked.get(question.what)),
      ),
    );
  } finally {
    for (const lms of running) await lms.stop();
  }
}

/** Gives twelve leads of a client the name, unless the folder has them from an earlier run. */
async function nameFew({ database, owner }: Installation): Promise<void> {
  const schema = quoted(schemaOf(NAMED));
  const { rows } = await owner.query<{ id: string }>(
    `UPDATE ${schema}.leads SET name = $1 || ' ' || name WHERE NOT EXISTS (SELECT 1 FROM ${schema}.leads WHERE name LIKE $1 || ' %')
       AND id IN (SELECT id FROM ${schema}.leads WHERE deleted_at IS NULL AND NOT is_archived ORDER BY id LIMIT 12)
     RETURNING (SELECT id FROM core.clients WHERE schema_name = $2) AS id`,
    [SAME_FEW, schemaOf(NAMED)],
  );
  if (rows[0]) await followClient(database, rows[0].id);
}

function lineOf({ what, goal, grows }: Question, sides: (Asked | undefined)[]): Line {
  const at = (asked: Asked | undefined, share: number) =>
    quantile((asked?.warm ?? []).toSorted(ascending), share);
  const warm = sides.map((asked) => at(asked, 0.5));
  const [before, most] = [warm.at(-2) ?? NaN, warm.at(-1) ?? NaN];
  const cold = sides.at(-1)?.cold ?? NaN;
  const growth = most / before;
  return {
    figure: '12',
    what,
    lms: `${warm.map(number).join(' · ')} ms`,
    other: `load ${number(loadavg()[0] ?? 0)}`,
    result: `fastest tenth ${number(at(sides.at(-1), 0.1))} ms, growth ${number(growth)} ×, first ${number(cold)} ms`,
    goal: `≤ ${goal} ms, ${grows ? 'more results' : `${GROWTH} ×`}, first ${goal * COLD}`,
    passes: most <= goal && (grows === true || growth <= GROWTH) && cold <= goal * COLD,
  };
}

const ascending = (one: number, other: number) => one - other;

/** The queries of a user with access to all clients, each with its goal in milliseconds. */
export async function questionsOf(owner: pg.Client): Promise<Question[]> {
  const { rows } = await owner.query<{ id: string; assigned_to: string; phone: string }>(
    `SELECT id, assigned_to, phone FROM ${quoted(schemaOf(NAMED))}.leads
     WHERE assigned_to IS NOT NULL AND deleted_at IS NULL ORDER BY created_at LIMIT 1`,
  );
  const { id = '', assigned_to: assignee = '', phone = '' } = rows[0] ?? {};
  const list = (what: string, query: string, goal = 15): Question => ({
    what,
    path: `/leads?page=1&limit=12${query}`,
    goal,
  });
  const from = new Date(Date.now() - 30 * 86_400_000).toISOString().slice(0, 10);
  return [
    list('newest 12 and total', ''),
    list('one status', '&status=contacted'),
    list('one source', '&source=referral'),
    list('status and source', '&status=contacted&source=referral'),
    list('one meaning', '&meaning=open'),
    list('one assignee', `&assigned_to=${assignee}`),
    list('interest level', '&interest_level=high'),
    list('archived', '&is_archived=true'),
    list('last 30 days', `&from_date=${from}`),
    list('no next step', '&no_next_step=true'),
    list('search, common', '&search=sharma', 60),
    // One lead of each client has this surname.
    { ...list('search, rare', `&search=${RARE_SURNAME}`, 60), grows: true },
    list('search, twelve', `&search=${SAME_FEW}`, 60),
    list('search, phone', `&search=${encodeURIComponent(phone)}`, 60),
    { what: 'reminders', path: '/reminders?page=1&limit=12', goal: 30 },
    { what: 'calls', path: '/call-logs?page=1&limit=12', goal: 30 },
    { what: 'products', path: '/products?page=1&limit=12', goal: 30 },
    { what: 'dashboard', path: '/dashboard/', goal: 60 },
    { what: 'a lead by its id', path: `/leads/${id}`, goal: 5 },
  ];
}

export type Ask = (path: string, body?: object) => Promise<unknown>;

/** Signs in, and returns the token and a function that calls the API and reads its response. */
export async function signedIn(
  lms: RunningServer,
  user: { email: string; password: string },
): Promise<{ ask: Ask; token: string }> {
  const send = async (path: string, headers: Record<string, string>, body?: object): Promise<unknown> => {
    const response = await fetch(`${lms.url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`);
    return (JSON.parse(text) as { data: unknown }).data;
  };
  const { accessToken } = (await send('/auth/login', {}, user)) as { accessToken: string };
  const ask: Ask = async (path, body) => await send(path, { authorization: `Bearer ${accessToken}` }, body);
  return { ask, token: accessToken };
}
