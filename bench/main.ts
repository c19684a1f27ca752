import type { Bench } from './bench.ts';
import { openDataset } from './dataset.ts';
import { writeDocument } from './document.ts';
import { measureBackup } from './figures/backup/backup.ts';
import { measureBulk } from './figures/leads/bulk.ts';
import { measureBundle } from './figures/screens/bundle.ts';
import { measureClients } from './figures/clients/clients.ts';
import { measureCluster } from './figures/clients/cluster.ts';
import { measureContinuous } from './figures/backup/continuous.ts';
import { measureCreate } from './figures/leads/create.ts';
import { measureDashboard } from './figures/reports/dashboard.ts';
import { measureEachFilter } from './figures/leads/each-filter.ts';
import { measureEdit } from './figures/leads/edit.ts';
import { measureExport } from './figures/leads/export.ts';
import { measureImport } from './figures/leads/import.ts';
import { measureFelt } from './figures/screens/felt.ts';
import { measureFiltered, measureList } from './figures/leads/lists.ts';
import { measureMetrics } from './figures/metrics.ts';
import { measureNeighbours } from './figures/clients/neighbours.ts';
import { measurePages } from './figures/leads/pages.ts';
import { measurePhoneCalls } from './figures/phone-calls.ts';
import { measureProcesses } from './figures/clients/processes.ts';
import { measureReports } from './figures/reports/reports.ts';
import { measureScreens } from './figures/screens/screens.ts';
import { measureSearch } from './figures/leads/search.ts';
import { measureSignIn } from './figures/clients/sign-in.ts';
import { measureStart } from './figures/start.ts';
import { USAGE, readOptions } from './options.ts';
import type { Options } from './options.ts';
import { failed, store, table } from './report.ts';
import type { Line } from './report.ts';
import { measureWebhooks } from './figures/webhooks.ts';
import { measureWorkday } from './figures/clients/workday.ts';
import { startServer } from './servers/child.ts';

/** Figures measured on both servers over the loaded leads. */
const ON_DATA: Record<string, (bench: Bench) => Promise<Line[]>> = {
  list: measureList,
  filter: measureFiltered,
  filters: measureEachFilter,
  search: measureSearch,
  pages: measurePages,
  dashboard: measureDashboard,
  reports: measureReports,
  create: measureCreate,
  edit: measureEdit,
  import: measureImport,
  export: measureExport,
  bulk: measureBulk,
  metrics: measureMetrics,
  webhooks: measureWebhooks,
};
/** Figures that need neither the two servers nor the loaded leads. */
const ALONE: Record<string, (options: Options) => Promise<Line[]>> = {
  bundle: measureBundle,
  start: measureStart,
  screens: measureScreens,
  felt: measureFelt,
  clients: measureClients,
  backup: measureBackup,
  continuous: measureContinuous,
  neighbours: measureNeighbours,
  processes: measureProcesses,
  workday: measureWorkday,
  'sign-in': measureSignIn,
  'phone-calls': measurePhoneCalls,
};
/** Figures that need more than this machine provides, measured only when named. */
const NAMED: Record<string, (options: Options) => Promise<Line[]>> = { cluster: measureCluster };

const say = (line: string) => process.stdout.write(`${line}\n`);

async function measure(options: Options): Promise<Line[]> {
  const wanted = (key: string) => options.only?.includes(key) ?? true;
  const lines: Line[] = [];
  const run = async (key: string, work: () => Promise<Line[]>) => {
    const since = performance.now();
    const measured = await work().catch((error: unknown) => [failed(key, error)]);
    lines.push(...measured);
    say(`\n${key} (${((performance.now() - since) / 1000).toFixed(0)} s)\n${table(measured)}`);
  };
  for (const [key, work] of Object.entries(ALONE)) if (wanted(key)) await run(key, () => work(options));
  for (const [key, work] of Object.entries(NAMED))
    if (options.only?.includes(key)) await run(key, () => work(options));
  if (Object.keys(ON_DATA).some(wanted)) {
    await withServers(options, async (bench) => {
      for (const [key, work] of Object.entries(ON_DATA)) if (wanted(key)) await run(key, () => work(bench));
    });
  }
  return lines;
}

async function withServers(options: Options, work: (bench: Bench) => Promise<void>): Promise<void> {
  say(`${options.leads.toLocaleString('en')} leads in ${options.dataDir} …`);
  const closing: (() => Promise<void>)[] = [];
  try {
    const data = await openDataset(options, say);
    closing.push(data.close);
    const task = { settings: data.settings, dataDir: options.dataDir };
    const lms = await startServer('lms.ts', task);
    closing.push(lms.stop);
    const bare = await startServer('bare.ts', task);
    closing.push(bare.stop);
    await work({ options, data, lms, bare });
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}

// Exiting tells the servers and the database to end; a signal by itself would leave them running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

try {
  const options = readOptions(process.argv.slice(2), [
    ...Object.keys(ALONE),
    ...Object.keys(NAMED),
    ...Object.keys(ON_DATA),
  ]);
  const lines = await measure(options);
  say(`\nAll figures\n${table(lines)}\n\nStored in ${store(lines, options)}`);
  if (options.document) await writeDocument(lines.filter(({ isMissing }) => !isMissing));
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.stack : String(error)}\n\n${USAGE}\n`);
  process.exitCode = 1;
}
