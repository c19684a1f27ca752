import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const COLUMNS =
  'name email phone company_name designation status source interest_level value location address description notes tags lead_score next_followup_date'.split(
    ' ',
  );
const quoted = (value: string) => (value === '' ? '' : `"${value.replaceAll('"', '""')}"`);

/** Checks one row as briefly as possible: an address, a number, a date, tags; undefined for a refused row. */
function checked(cells: string[]): string | undefined {
  const row = cells.map((cell) => cell.trim());
  const [name = '', email = '', phone = '', , , , , , value = ''] = row;
  if (
    name === '' ||
    (email !== '' && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) ||
    Number.isNaN(Number(value))
  )
    return undefined;
  row[13] = `{${(row[13] ?? '')
    .split(',')
    .map((tag) => JSON.stringify(tag.trim()))
    .join(',')}}`;
  const date = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)$/.exec(row[15] ?? '');
  row[15] = date ? `${date[3]}-${date[2]}-${date[1]} ${date[4]}+05:30` : '';
  const derived = [email.toLowerCase(), phone.replaceAll(/[^\d+]/g, '')];
  return `${[...row, ...derived].map(quoted).join(',')}\n`;
}

/**
 * The shortest way to import a file: stream parser, checks, COPY to a stage, duplicates by email and phone in
 * SQL, one INSERT … SELECT, one transaction; no preview, history, counters or walls. Returns the number of
 * rows inserted.
 */
export async function bareImport(owner: pg.Client, file: Buffer, createdBy: string): Promise<number> {
  await owner.query('BEGIN');
  await owner.query(`CREATE TEMP TABLE stage (row_number int GENERATED ALWAYS AS IDENTITY, name text, email text, phone text,
    company_name text, designation text, status text, source text, interest_level text, value numeric(14, 2), location text,
    address text, description text, notes text, tags text[], lead_score int, next_followup_date timestamptz,
    email_norm text, phone_norm text) ON COMMIT DROP`);
  const check = new Transform({
    writableObjectMode: true,
    transform: (cells: string[], _encoding, done) => done(null, checked(cells)),
  });
  const copy = owner.query(
    copyFrom(`COPY pg_temp.stage (${COLUMNS.join(', ')}, email_norm, phone_norm) FROM STDIN (FORMAT csv)`),
  );
  await pipeline(Readable.from([file]), parse({ from_line: 2 }), check, copy);
  await owner.query('ANALYZE pg_temp.stage');
  const inserted = await owner.query(
    `INSERT INTO bench.leads (id, created_by, updated_by, email_norm, phone_norm, ${COLUMNS.join(', ')})
     SELECT gen_random_uuid(), $1, $1, email_norm, phone_norm, ${COLUMNS.join(', ')} FROM (
       SELECT DISTINCT ON (email_norm) * FROM pg_temp.stage ORDER BY email_norm, row_number
     ) s WHERE NOT EXISTS (SELECT 1 FROM bench.leads l WHERE l.email_norm = s.email_norm AND l.deleted_at IS NULL)
       AND NOT EXISTS (SELECT 1 FROM bench.leads l WHERE l.phone_norm = s.phone_norm AND l.deleted_at IS NULL
         AND (s.email_norm IS NULL OR l.email_norm IS NULL))
     ORDER BY row_number`,
    [createdBy],
  );
  await owner.query('COMMIT');
  return inserted.rowCount ?? 0;
}
