import { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { to as copyTo } from 'pg-copy-streams';
import { leadExport } from '#shared/leads/lead-export.ts';
import { signIn } from '../../bench.ts';
import type { Bench } from '../../bench.ts';
import { median } from '../../load.ts';
import { timed, watchMemory } from '../../measure.ts';
import { number } from '../../report.ts';
import type { Line } from '../../report.ts';

const GOAL_CSV = 1.5;
const GOAL_XLSX = 4;
const GOAL_MB = 64;
/** A plain COPY of the same columns in the same order, without the joins and guards of LMS. */
const PLAIN = `COPY (SELECT name, email, phone, company_name, designation, status, source, interest_level, value, budget, product_id,
  assigned_to, next_followup_date, lead_score, location, address, preferred_contact_time, communication_channel, age, gender,
  description, notes, tags, campaign_id, form_id, utm_source, utm_medium, utm_campaign, call_status, last_contacted_at,
  converted_at, is_duplicate, is_archived, created_at, updated_at, created_by, updated_by, id
  FROM bench.leads WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC) TO STDOUT (FORMAT csv)`;

/** Figure 8: all leads as CSV and as a spreadsheet, against COPY of the same columns; and the API's memory. */
export async function measureExport(bench: Bench): Promise<Line[]> {
  const { data, options } = bench;
  const times: Record<'copy' | 'csv' | 'xlsx', number[]> = { copy: [], csv: [], xlsx: [] };
  const growths: number[] = [];
  for (let run = 0; run < options.runs; run += 1) {
    times.copy.push((await timed(async () => await sink(data.owner.query(copyTo(PLAIN)))))[0]);
    for (const format of ['csv', 'xlsx'] as const) {
      const growth = watchMemory(bench.lms.pid);
      times[format].push((await timed(async () => await download(bench, format)))[0]);
      growths.push(growth());
    }
  }
  const [copy, csv, xlsx] = [median(times.copy), median(times.csv), median(times.xlsx)];
  const growth = Math.max(...growths);
  const leads = options.leads.toLocaleString('en');
  return [
    line(`export of ${leads} leads, CSV`, csv, copy, 'COPY', GOAL_CSV),
    line(`export of ${leads} leads, xlsx`, xlsx, csv, 'CSV', GOAL_XLSX),
    {
      figure: '8',
      what: 'export, growth of the API process',
      lms: `${number(growth)} MB`,
      other: '',
      result: `${number(growth)} MB`,
      goal: `≤ ${GOAL_MB} MB`,
      passes: growth <= GOAL_MB,
    },
  ];
}

function line(what: string, took: number, against: number, name: string, goal: number): Line {
  return {
    figure: '8',
    what,
    lms: `${number(took)} s`,
    other: `${number(against)} s`,
    result: `${number(took / against)} × ${name}`,
    goal: `≤ ${goal} × ${name}`,
    passes: took <= goal * against,
  };
}

async function download(bench: Bench, format: 'csv' | 'xlsx'): Promise<void> {
  const url = `${bench.lms.url}/api${leadExport.run.path}?format=${format}&show_all=true`;
  const response = await fetch(url, {
    // No compression, because COPY does not compress either.
    headers: { ...(await signIn(bench)), 'accept-encoding': 'identity' },
  });
  if (response.status !== 200 || !response.body) throw new Error(`${url} answered ${response.status}.`);
  await sink(Readable.fromWeb(response.body));
}

async function sink(source: Readable): Promise<void> {
  await pipeline(source, new Writable({ write: (_chunk, _encoding, done) => done() }));
}
