import type pg from 'pg';

/** The one-column queries whose rows, in this order, are the statements; `$1` is the schema's name. */
const STATEMENTS = [
  `SELECT pg_get_functiondef(oid) AS line FROM pg_proc WHERE pronamespace = $1::regnamespace ORDER BY proname`,
  `SELECT format(E'CREATE TABLE %s (\\n  %s\\n)%s', t.oid::regclass, concat_ws(E',\\n  ', (
      SELECT string_agg(concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod),
        CASE WHEN attcollation <> typcollation THEN 'COLLATE ' || attcollation::regcollation END,
        CASE WHEN attgenerated = 's' THEN format('GENERATED ALWAYS AS (%s) STORED', pg_get_expr(adbin, adrelid))
          WHEN adbin IS NOT NULL THEN 'DEFAULT ' || pg_get_expr(adbin, adrelid) END,
        CASE WHEN attidentity <> '' THEN 'GENERATED ALWAYS AS IDENTITY' END,
        CASE WHEN attnotnull THEN 'NOT NULL' END), E',\\n  ' ORDER BY attnum)
      FROM pg_attribute a JOIN pg_type ON pg_type.oid = atttypid LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
      WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped
    ), (
      SELECT string_agg(format('CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)), E',\\n  ' ORDER BY contype DESC, conname)
      FROM pg_constraint WHERE conrelid = t.oid AND contype IN ('p', 'u', 'c')
    )), ' WITH (' || array_to_string(reloptions, ', ') || ')') AS line
    FROM pg_class t WHERE relnamespace = $1::regnamespace AND relkind = 'r' ORDER BY relname`,
  `SELECT format('ALTER TABLE %s ALTER COLUMN %I SET STATISTICS %s', t.oid::regclass, attname, attstattarget) AS line
    FROM pg_attribute JOIN pg_class t ON t.oid = attrelid
    WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attstattarget >= 0 ORDER BY relname, attnum`,
  `SELECT pg_get_indexdef(indexrelid) AS line FROM pg_index JOIN pg_class i ON i.oid = indexrelid
    WHERE relnamespace = $1::regnamespace AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))
    ORDER BY indrelid::regclass::text, relname`,
  `SELECT pg_get_statisticsobjdef(oid) AS line FROM pg_statistic_ext WHERE stxnamespace = $1::regnamespace ORDER BY stxname`,
  `SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS line
    FROM pg_constraint WHERE connamespace = $1::regnamespace AND contype = 'f' ORDER BY conrelid::regclass::text, conname`,
  `SELECT pg_get_triggerdef(g.oid) AS line FROM pg_trigger g JOIN pg_class t ON t.oid = tgrelid
    WHERE relnamespace = $1::regnamespace AND NOT tgisinternal ORDER BY relname, tgname`,
];

/**
 * The statements that create everything in a schema (functions, tables, indexes, triggers; neither rights nor
 * rows), for a schema of any name. The owner's search path must be empty.
 */
export async function readSchema(owner: pg.Client, schema: string): Promise<(name: string) => string> {
  const lines: string[] = [];
  for (const text of STATEMENTS) {
    const { rows } = await owner.query<{ line: string }>(text, [schema]);
    lines.push(...rows.map(({ line }) => `${line.trim()};`));
  }
  const text = lines.join('\n').replaceAll(`"${schema}".`, `${schema}.`);
  return (name) => text.replaceAll(`${schema}.`, `${name}.`);
}
