import { leadImport } from '#shared/leads/lead-import.ts';
import type { ImportPreview, ImportResult } from '#shared/leads/lead-import.ts';
import { bareImport } from '../../bare-import.ts';
import { signIn } from '../../bench.ts';
import type { Bench } from '../../bench.ts';
import { MANAGER } from '../../dataset.ts';
import { leadFile } from '../../lead-file.ts';
import { median } from '../../load.ts';
import { timed, watchMemory } from '../../measure.ts';
import { number } from '../../report.ts';
import type { Line } from '../../report.ts';

const GOAL = 1.5;
const GOAL_MB = 64;
/** More runs would take too long, because each ends with the removal of its rows. */
const MOST_RUNS = 2;

/** Figure 7: a 10 MB file with preview, against the same work done as briefly as possible; and the API's memory. */
export async function measureImport(bench: Bench): Promise<Line[]> {
  const { data, options } = bench;
  const { file, rows } = leadFile(options.leads);
  const manager = await idOfManager(bench);
  const times: Record<'bare' | 'preview' | 'run', number[]> = { bare: [], preview: [], run: [] };
  const growths: number[] = [];
  for (let run = 0; run < Math.min(options.runs, MOST_RUNS); run += 1) {
    const [bare, inserted] = await timed(async () => await bareImport(data.owner, file, manager));
    await data.restore();
    const growth = watchMemory(bench.lms.pid);
    const [preview, planned] = await timed(
      async () => await upload<ImportPreview>(bench, leadImport.preview.path, file),
    );
    const [ran, result] = await timed(
      async () => await upload<ImportResult>(bench, leadImport.run.path, file),
    );
    growths.push(growth());
    await data.restore();
    times.bare.push(bare);
    times.preview.push(preview);
    times.run.push(ran);
    if (planned.inserted !== result.inserted || result.inserted !== inserted || planned.rows !== rows)
      throw new Error(
        `Imports differ: bare ${inserted}, preview ${planned.inserted}, run ${result.inserted}.`,
      );
  }
  const [bare, preview, run] = [median(times.bare), median(times.preview), median(times.run)];
  const line = (what: string, took: number, goal: number): Line => ({
    figure: '7',
    what: `import ${number(file.length / 1024 / 1024)} MB, ${what}`,
    lms: `${number(took)} s`,
    other: `${number(bare)} s`,
    result: `${number(took / bare)} × bare`,
    goal: `≤ ${goal} × bare`,
    passes: took <= goal * bare,
  });
  const growth = Math.max(...growths);
  return [
    { ...line('preview alone', preview, GOAL), goal: '', passes: undefined },
    { ...line('run alone', run, GOAL), goal: '', passes: undefined },
    line('preview and run', preview + run, GOAL),
    {
      figure: '7',
      what: 'import, growth of the API process',
      lms: `${number(growth)} MB`,
      other: '',
      result: `${number(growth)} MB`,
      goal: `≤ ${GOAL_MB} MB`,
      passes: growth <= GOAL_MB,
    },
  ];
}

async function idOfManager({ data }: Bench): Promise<string> {
  const { rows } = await data.owner.query<{ id: string }>('SELECT id FROM bench.members WHERE email = $1', [
    MANAGER.email,
  ]);
  return rows[0]?.id ?? '';
}

async function upload<T>(bench: Bench, path: string, file: Buffer): Promise<T> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)], { type: 'text/csv' }), 'leads.csv');
  const response = await fetch(`${bench.lms.url}/api${path}`, {
    method: 'POST',
    headers: await signIn(bench),
    body: form,
  });
  const body = (await response.json()) as { data?: T; message?: string };
  if (!body.data) throw new Error(`${path} answered ${response.status}: ${body.message}`);
  return body.data;
}
