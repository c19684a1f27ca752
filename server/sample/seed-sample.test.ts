import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { before, test } from 'node:test';
import pg from 'pg';
import { auth } from '#shared/accounts/auth.ts';
import { normaliseEmail } from '#shared/fields/fields.ts';
import { SOURCE_OPTIONS, statusMeaning } from '#shared/fields/lead-options.ts';
import { leads } from '#shared/leads/leads.ts';
import { phoneNorm } from '#server/phone.ts';
import { withApp } from '#test/app.ts';
import { signIn } from '#test/world.ts';
import { accountsFile } from './accounts-file.ts';
import { clientRows } from './client-rows.ts';
import { MERIDIAN_TUTORS } from './meridian-tutors.ts';
import { readSampleAccounts, seedSample } from './seed-sample.ts';
import { DAY } from './working-time.ts';

const SCHEMAS = { sharma_interiors: 340, meridian_tutors: 120 };

const app = await withApp();
before(async () => await seedSample(app.database, app.dataDir));

async function ask<Row extends object>(text: string): Promise<Row[]> {
  return await app.database.asOwner(async (owner) => (await owner.query<Row>(text)).rows);
}

/** Asserts that no row of a client matches. */
async function none(schema: string, what: string, from: string): Promise<void> {
  const text = from.replaceAll(/@(\w+)/g, `${schema}.$1`);
  assert.deepEqual(await ask(text), [], `${schema}: ${what}`);
}

/** The lines of the accounts file as role, client, email and password. */
function signIns() {
  const cells = readFileSync(accountsFile(app.dataDir), 'utf8')
    .split('\n')
    .filter((line) => line.includes('@'))
    .map((line) => line.split(/ {2,}/));
  return cells.map(([role = '', client = '', email = '', password = '']) => ({
    role,
    client,
    email,
    password,
  }));
}

test('every role signs in with its own random password, in a file only the owner can read', async () => {
  assert.equal(statSync(accountsFile(app.dataDir)).mode & 0o777, 0o600);
  const all = signIns();
  assert.equal(new Set(all.map(({ password }) => password)).size, all.length);
  const seen = [];
  for (const { role, client, email, password } of all) {
    const reply = await app.call(auth.login, { body: { email, password } });
    assert.equal(reply.status, 200, email);
    const { user } = reply.body.data;
    assert.deepEqual([user.role.name, user.client?.clientName ?? 'all clients'], [role, client]);
    seen.push(`${role} of ${client}`);
  }
  const places = ['Sharma Interiors', 'Meridian Tutors'];
  const expected = places.flatMap((place) =>
    ['admin', 'manager', 'salesrep'].map((role) => `${role} of ${place}`),
  );
  assert.deepEqual(
    new Set(seen),
    new Set(['superadmin of all clients', 'admin of all clients', ...expected]),
  );
});

test('sales reps report to the manager of their client, and everybody sees all of its leads', async () => {
  const teams = await ask<{ manager: string; reps: number }>(
    'SELECT m.email AS manager, count(*)::int AS reps FROM core.users u JOIN core.users m ON m.id = u.manager_id AND m.client_id = u.client_id GROUP BY 1 ORDER BY 1',
  );
  assert.deepEqual(teams, [
    { manager: 'anoop@meridian.example', reps: 1 },
    { manager: 'vikram@sharma.example', reps: 3 },
  ]);
  const seen = await ask('SELECT DISTINCT managers_see, salesreps_see FROM core.clients');
  assert.deepEqual(seen, [{ managers_see: 'company', salesreps_see: 'company' }]);
});

test('a former user cannot sign in and is not listed', async () => {
  const former = await ask<{ email: string }>('SELECT email FROM core.users WHERE NOT is_active');
  assert.equal(former.length, 1);
  assert.ok(!signIns().some(({ email }) => email === former[0]?.email));
});

test('the sign-ins are shown at the first start, and later the file that holds or held them', async () => {
  const shown = (await readSampleAccounts(app.database, app.dataDir, true)) ?? '';
  for (const { email, password } of signIns()) assert.ok(shown.includes(email) && shown.includes(password));
  assert.ok(shown.includes(accountsFile(app.dataDir)));
  const later = (await readSampleAccounts(app.database, app.dataDir, false)) ?? '';
  assert.equal(later.trim(), `Sample sign-ins: ${accountsFile(app.dataDir)}`);
  const gone = (await readSampleAccounts(app.database, '/nowhere', false)) ?? '';
  assert.equal(gone.trim(), 'The sample sign-ins were in /nowhere/sample-accounts.txt, which is gone.');
});

test('the API counts match the sample, for one client and for all', async () => {
  const total = async (email: string, filter: Record<string, boolean> = { show_all: true }) => {
    const password = signIns().find((line) => line.email === email)?.password;
    const query = { limit: 12, page: 1, ...filter };
    const reply = await app.call(leads.list, { query }, await signIn(app, email, password));
    assert.equal(reply.status, 200, reply.text);
    return reply.body.pagination.total;
  };
  assert.equal(await total('vikram@sharma.example'), SCHEMAS.sharma_interiors);
  assert.equal(await total('anoop@meridian.example'), SCHEMAS.meridian_tutors);
  assert.equal(await total('superadmin@lms.example'), 460);
  const [archived] = await ask<{ n: string }>(
    'SELECT count(*) AS n FROM sharma_interiors.leads WHERE is_archived',
  );
  assert.equal(await total('vikram@sharma.example', { is_archived: true }), Number(archived?.n));
});

for (const [schema, expected] of Object.entries(SCHEMAS)) {
  test(`${schema}: the counters match the rows`, async () => {
    const cell = 'status, source, assigned_to, is_archived, is_duplicate';
    const totals = `SELECT ${cell}, leads, value FROM @lead_totals`;
    const counted = `SELECT ${cell}, count(*), coalesce(sum(value), 0) FROM @leads GROUP BY ${cell}`;
    await none(schema, 'totals', `(${totals} EXCEPT ${counted}) UNION ALL (${counted} EXCEPT ${totals})`);
    const day = "(created_at AT TIME ZONE 'Asia/Kolkata')::date AS day";
    const days = 'SELECT day, is_archived, is_duplicate, sum(leads) FROM @lead_days GROUP BY 1, 2, 3';
    const byDay = `SELECT ${day}, is_archived, is_duplicate, count(*) FROM @leads GROUP BY 1, 2, 3`;
    await none(schema, 'days', `(${days} EXCEPT ${byDay}) UNION ALL (${byDay} EXCEPT ${days})`);
    const [sum] = await ask<{ n: number }>(`SELECT sum(leads)::int AS n FROM ${schema}.lead_totals`);
    assert.equal(sum?.n, expected);
  });

  test(`${schema}: leads, calls and reminders are consistent`, async () => {
    await none(
      schema,
      'the next follow-up is the earliest open reminder',
      `SELECT l.id FROM @leads l WHERE next_followup_date IS DISTINCT FROM
         (SELECT min(reminder_date) FROM @reminders r WHERE r.lead_id = l.id AND NOT is_completed)`,
    );
    await none(
      schema,
      'the call status and the last contact are those of the latest call',
      `SELECT l.id FROM @leads l LEFT JOIN LATERAL
         (SELECT * FROM @call_logs c WHERE c.lead_id = l.id ORDER BY call_date DESC LIMIT 1) c ON true
       WHERE l.call_status <> coalesce(c.call_status, 'pending') OR l.last_contacted_at IS DISTINCT FROM c.call_date`,
    );
    const statuses = await ask<{ status: string }>(`SELECT DISTINCT status FROM ${schema}.leads`);
    const won = statuses
      .filter(({ status }) => statusMeaning(status) === 'won')
      .map(({ status }) => pg.escapeLiteral(status))
      .join(', ');
    await none(
      schema,
      'exactly the won have been converted',
      `SELECT id FROM @leads WHERE (status IN (${won})) <> (converted_at IS NOT NULL)`,
    );
    await none(
      schema,
      'nobody works on what is archived or a duplicate',
      'SELECT id FROM @leads WHERE (is_archived OR is_duplicate) AND next_followup_date IS NOT NULL',
    );
  });

  test(`${schema}: events are in order, within six months and in the past`, async () => {
    const start = "(SELECT created_at FROM core.clients WHERE schema_name = '" + schema + "')";
    const late = (column: string) => `(${column} < ${start} OR ${column} > now())`;
    for (const table of ['leads', 'call_logs', 'reminders', 'products'])
      await none(schema, table, `SELECT id FROM @${table} WHERE ${late('created_at')}`);
    await none(
      schema,
      'converted',
      `SELECT id FROM @leads WHERE ${late('converted_at')} OR ${late('updated_at')}`,
    );
    await none(
      schema,
      'a call or a reminder before its lead',
      `SELECT x.id FROM (SELECT id, lead_id, created_at FROM @call_logs
         UNION ALL SELECT id, lead_id, created_at FROM @reminders
         UNION ALL SELECT id, lead_id, least(reminder_date, completed_at) FROM @reminders) x
       JOIN @leads l ON l.id = x.lead_id WHERE x.created_at < l.created_at OR l.updated_at < l.created_at`,
    );
    await none(
      schema,
      'a lead that came at night',
      `SELECT id FROM @leads WHERE extract(hour FROM created_at AT TIME ZONE 'Asia/Kolkata') NOT BETWEEN 9 AND 18`,
    );
    const months = await ask(
      `SELECT DISTINCT date_trunc('month', created_at AT TIME ZONE 'Asia/Kolkata') FROM ${schema}.leads`,
    );
    assert.ok(months.length >= 6, `${months.length} months`);
  });

  test(`${schema}: emails and numbers are normalised as by the API, and no two leads share one`, async () => {
    type Row = Record<'name' | 'email' | 'phone' | 'email_norm' | 'phone_norm' | 'source', string | null> & {
      is_duplicate: boolean;
    };
    const rows = await ask<Row>(`SELECT * FROM ${schema}.leads ORDER BY created_at`);
    const seen = new Set<string>();
    for (const { email, phone, email_norm, phone_norm, is_duplicate, name } of rows) {
      assert.equal(email_norm, email === null ? null : normaliseEmail(email));
      assert.equal(phone_norm, phone === null ? null : phoneNorm(phone, 'IN'));
      if (email !== null) assert.match(email, /@(?:example\.(?:com|org|net)|[a-z-]+\.example)$/i);
      if (phone_norm !== null) assert.match(phone_norm, /^\+91[6-9]\d{9}$/);
      const known = [email_norm, phone_norm].filter((key) => key !== null);
      assert.ok(known.length > 0, `${name} can be reached`);
      assert.equal(
        known.some((key) => seen.has(key)),
        is_duplicate,
        `${name} (${known.join(' ')})`,
      );
      for (const key of known) seen.add(key);
    }
    const options = new Set(SOURCE_OPTIONS.map(({ value }) => value));
    assert.ok(rows.some(({ source }) => source !== null && !options.has(source)));
    assert.ok(rows.some(({ name }) => /\p{Script=Devanagari}/u.test(name ?? '')));
    assert.ok(rows.some(({ name }) => /\p{Script=Tamil}/u.test(name ?? '')));
    assert.ok(rows.some(({ email }) => email === null));
  });
}

test('the rows are consistent on a Sunday, at midnight, on New Year and on a leap day', () => {
  const days = [
    '2026-11-22T10:00:00Z',
    '2026-11-22T18:29:59Z',
    '2026-12-31T18:30:00Z',
    '2028-02-29T04:00:01Z',
  ];
  for (const now of days.map((day) => new Date(day))) {
    const start = new Date(now.getTime() - 183 * DAY);
    const team = MERIDIAN_TUTORS.staff.map((staff, index) => ({ ...staff, id: String(index) }));
    const rows = clientRows(MERIDIAN_TUTORS, team, start, now);
    assert.equal(rows.leads.length, SCHEMAS.meridian_tutors);
    const past = [...rows.leads, ...rows.call_logs, ...rows.reminders].map(({ created_at }) => created_at);
    for (const moment of past)
      assert.ok(moment && moment > start && moment <= now, `${String(moment)} at ${now.toISOString()}`);
    const open = rows.reminders.filter((reminder) => !reminder.is_completed);
    const due = open.map(({ reminder_date }) => new Date(reminder_date ?? Number.NaN));
    assert.ok(due.some((moment) => moment < now) && due.some((moment) => moment > now), now.toISOString());
  }
});

test('a second start adds nothing', async () => {
  const count =
    'SELECT (SELECT count(*) FROM core.users) AS users, (SELECT count(*) FROM all_clients.leads) AS leads';
  const before = await ask(count);
  const file = readFileSync(accountsFile(app.dataDir), 'utf8');
  await seedSample(app.database, app.dataDir);
  assert.deepEqual(await ask(count), before);
  assert.equal(readFileSync(accountsFile(app.dataDir), 'utf8'), file);
});

test('a start interrupted before the accounts resumes where it stopped', async () => {
  const rows = 'SELECT count(*) AS n, max(created_at) FROM all_clients.leads';
  const before = await ask(rows);
  await ask('DELETE FROM core.users');
  rmSync(accountsFile(app.dataDir));
  await Promise.all([seedSample(app.database, app.dataDir), seedSample(app.database, app.dataDir)]);
  assert.deepEqual(await ask(rows), before);
  for (const schema of Object.keys(SCHEMAS)) {
    const strangers = `SELECT m.id FROM ${schema}.members m LEFT JOIN core.users u USING (id) WHERE u.id IS NULL`;
    assert.deepEqual(await ask(strangers), []);
  }
  for (const { email, password } of signIns()) assert.ok(await signIn(app, email, password));
});
