import type pg from 'pg';
import { quoted } from '#server/db/structure/installation.ts';
import { MIRRORED } from '#server/db/tables/mirrored-tables.ts';
import type { TestApp } from '#test/app.ts';

const CELL = 'status, source, assigned_to, is_archived, is_duplicate';

/**
 * The mirror's sums: their name, the query that counts a client's rows by two values, and the query on the
 * mirror.
 */
const SUMS: readonly [string, (schema: string) => string, string][] = [
  [
    'leads without a next step',
    (s) => `SELECT status AS a, source AS b, count(*) AS n FROM ${s}.leads
        WHERE deleted_at IS NULL AND NOT is_archived AND next_followup_date IS NULL GROUP BY 1, 2`,
    'SELECT status AS a, source AS b, no_next_step AS n FROM all_clients.lead_sums',
  ],
  [
    'shown_reminder_days',
    (s) => `SELECT (reminder_date AT TIME ZONE 'Asia/Kolkata')::date AS a, is_completed AS b, count(*) AS n
        FROM ${s}.reminders r JOIN ${s}.leads l ON l.id = r.lead_id AND l.deleted_at IS NULL
        WHERE r.is_completed OR NOT l.is_archived GROUP BY 1, 2`,
    'SELECT day AS a, is_completed AS b, reminders AS n FROM all_clients.shown_reminder_days',
  ],
  [
    'call_sums',
    (s) => `SELECT c.call_type AS a, c.call_status AS b, count(*) AS n
        FROM ${s}.call_logs c JOIN ${s}.leads l ON l.id = c.lead_id AND l.deleted_at IS NULL GROUP BY 1, 2`,
    'SELECT call_type AS a, call_status AS b, calls AS n FROM all_clients.call_sums',
  ],
];

/** Differences between the mirror and the clients: rows of every table, and the sums of both counters. */
export async function mirrorErrors(app: Pick<TestApp, 'database'>): Promise<string[]> {
  return await app.database.asOwner(async (owner) => {
    const clients = await owner.query<{ id: string; schema: string }>(
      'SELECT id, schema_name AS schema FROM core.clients ORDER BY id',
    );
    const errors: string[] = [];
    const compare = async (
      what: string,
      clientsRows: (client: { id: string; schema: string }) => string,
      mirror: string,
    ) => {
      const all = clients.rows.map(clientsRows).join(' UNION ALL ') || 'SELECT WHERE false';
      errors.push(...(await differences(owner, what, all, mirror)));
    };
    for (const table of Object.keys(MIRRORED))
      await compare(
        table,
        ({ id, schema }) =>
          `SELECT to_jsonb(t) || jsonb_build_object('client_id', '${id}') AS row FROM ${quoted(schema)}.${table} t`,
        `SELECT to_jsonb(t) AS row FROM all_clients.${table} t`,
      );
    await compare(
      'lead_totals',
      ({
        id,
        schema,
      }) => `SELECT jsonb_build_array('${id}', ${CELL}, sum(leads), sum(value)) AS row FROM ${quoted(schema)}.lead_totals
        GROUP BY ${CELL} HAVING sum(leads) <> 0 OR sum(value) <> 0`,
      `SELECT jsonb_build_array(client_id, ${CELL}, sum(leads), sum(value)) AS row FROM all_clients.lead_totals
        GROUP BY client_id, ${CELL} HAVING sum(leads) <> 0 OR sum(value) <> 0`,
    );
    const sums = 'status, source, is_archived, is_duplicate, sum(leads), sum(value), sum(no_next_step)';
    const cells = 'GROUP BY 1, 2, 3, 4 HAVING sum(leads) <> 0 OR sum(value) <> 0';
    errors.push(
      ...(await differences(
        owner,
        'lead_sums',
        `SELECT to_jsonb(s) AS row FROM (SELECT ${sums} FROM all_clients.lead_totals ${cells}) s`,
        `SELECT to_jsonb(s) AS row FROM (SELECT ${sums} FROM all_clients.lead_sums ${cells}) s`,
      )),
    );
    const planned = async (what: string, ofClient: (schema: string) => string, mirror: string) =>
      errors.push(
        ...(await differences(
          owner,
          what,
          `SELECT jsonb_build_array(a, b, sum(n)) AS row FROM (${clients.rows.map(({ schema }) => ofClient(quoted(schema))).join(' UNION ALL ')}) r GROUP BY a, b`,
          `SELECT jsonb_build_array(a, b, sum(n)) AS row FROM (${mirror}) r GROUP BY a, b HAVING sum(n) <> 0`,
        )),
      );
    for (const one of SUMS) await planned(...one);
    const days = 'jsonb_build_array(day, is_archived, is_duplicate, sum(leads)) AS row';
    const each = clients.rows
      .map(({ schema }) => `SELECT * FROM ${quoted(schema)}.lead_days`)
      .join(' UNION ALL ');
    const group = 'GROUP BY day, is_archived, is_duplicate HAVING sum(leads) <> 0';
    errors.push(
      ...(await differences(
        owner,
        'lead_days',
        `SELECT ${days} FROM (${each}) d ${group}`,
        `SELECT ${days} FROM all_clients.lead_days ${group}`,
      )),
    );
    return errors;
  });
}

async function differences(owner: pg.Client, what: string, wanted: string, found: string): Promise<string[]> {
  const { rows } = await owner.query<{ side: string; row: unknown }>(
    `WITH wanted AS (${wanted}), found AS (${found})
     SELECT 'missing' AS side, row FROM (SELECT row FROM wanted EXCEPT ALL SELECT row FROM found) m
     UNION ALL SELECT 'left over', row FROM (SELECT row FROM found EXCEPT ALL SELECT row FROM wanted) l LIMIT 20`,
  );
  return rows.map(({ side, row }) => `${what}: ${side} ${JSON.stringify(row)}`);
}
