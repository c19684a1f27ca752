import type pg from 'pg';
import { TEMPLATE_SCHEMA } from '#server/db/structure/client-schemas.ts';
import { named, note, orGood, wrong } from '#server/finding.ts';
import type { Finding } from '#server/finding.ts';

/** The size in bytes from which an index is checked, and how many times too large it may be. */
const LARGE = 32 * 1024 * 1024;
const TIMES = 4;

type Index = { schema: string; name: string };
const nameOf = ({ schema, name }: Index) => `${schema}.${name}`;

/**
 * Finds indexes that are missing compared with the client template, invalid, or far larger than their rows
 * need.
 */
export async function checkIndexes(owner: pg.Client, large = LARGE): Promise<Finding[]> {
  const findings: Finding[] = [];
  const missing = await listMissing(owner);
  if (missing.length > 0)
    findings.push(
      wrong(
        'indexes',
        `Missing: ${named(missing.map(nameOf))}.`,
        `Make them as in ${TEMPLATE_SCHEMA}: SELECT indexdef FROM pg_indexes WHERE schemaname = '${TEMPLATE_SCHEMA}';`,
      ),
    );
  const { rows: invalid } = await owner.query<Index>(
    `SELECT n.nspname AS schema, c.relname AS name FROM pg_index i
     JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE NOT i.indisvalid AND n.nspname !~ '^pg_' ORDER BY 1, 2`,
  );
  if (invalid.length > 0)
    findings.push(
      wrong(
        'indexes',
        `Invalid, so searches can’t use them: ${named(invalid.map(nameOf))}.`,
        reindex(invalid),
      ),
    );
  const bloated = await listBloated(owner, large);
  if (bloated.length > 0)
    findings.push(
      note(
        'indexes',
        `More than ${TIMES} times as large as their rows need: ${named(bloated.map(nameOf))}.`,
        reindex(bloated),
      ),
    );
  return orGood('indexes', 'All indexes exist, are valid, and aren’t bloated.', findings);
}

const reindex = ([first]: readonly Index[]) =>
  `REINDEX INDEX CONCURRENTLY ${first ? nameOf(first) : ''}; and so on, as the owner.`;

/** Names are the same in every schema because the same migrations created them. */
async function listMissing(owner: pg.Client): Promise<Index[]> {
  const { rows } = await owner.query<Index>(
    `SELECT c.schema_name AS schema, t.indexname AS name
     FROM core.clients c CROSS JOIN (SELECT indexname FROM pg_indexes WHERE schemaname = $1) t
     WHERE c.version = (SELECT max(version) FROM core.clients)
       AND NOT EXISTS (SELECT 1 FROM pg_indexes i WHERE i.schemaname = c.schema_name AND i.indexname = t.indexname)
     ORDER BY 1, 2`,
    [TEMPLATE_SCHEMA],
  );
  return rows;
}

/** B-trees only: row width is estimated from the columns' statistics plus 16 bytes of overhead. */
async function listBloated(owner: pg.Client, large: number): Promise<Index[]> {
  const { rows } = await owner.query<Index>(
    `SELECT n.nspname AS schema, c.relname AS name
     FROM pg_index i
     JOIN pg_class c ON c.oid = i.indexrelid
     JOIN pg_am am ON am.oid = c.relam AND am.amname = 'btree'
     JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname !~ '^pg_|^information_schema$'
     JOIN pg_class t ON t.oid = i.indrelid
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(coalesce(s.avg_width, 32)), 0) AS width
       FROM pg_attribute a
       LEFT JOIN pg_stats s ON s.schemaname = n.nspname AND s.tablename = t.relname AND s.attname = a.attname
       WHERE a.attrelid = t.oid AND a.attnum = ANY (i.indkey::int2[])
     ) w
     WHERE pg_relation_size(c.oid) > $1
       AND pg_relation_size(c.oid) > $2 * greatest(c.reltuples, 1) * (w.width + 16) / 0.9
     ORDER BY pg_relation_size(c.oid) DESC`,
    [large, TIMES],
  );
  return rows;
}
