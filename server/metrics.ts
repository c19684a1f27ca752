import { Counter, Gauge, Registry } from 'prom-client';
import type { FairSlots } from '#server/fair-slots.ts';

/**
 * Metrics of this process across all its applications and databases; docs/operations.md lists their names.
 */
export const processMetrics = new Registry();
const registers = [processMetrics];

/** Emails by outcome. */
export const mailsCounted = new Counter({
  name: 'lms_mails_total',
  help: 'Emails handed to the mail server, by result (sent, failed).',
  labelNames: ['result'] as const,
  registers,
});

const importsCounted = new Counter({
  name: 'lms_imports_total',
  help: 'Imports of files and of JSON, by result (done, failed).',
  labelNames: ['result'] as const,
  registers,
});

const ROW_RESULTS = ['inserted', 'updated', 'skipped', 'failed'] as const;
type RowResult = (typeof ROW_RESULTS)[number];

const rowsImported = new Counter({
  name: 'lms_import_rows_total',
  help: 'Rows of imports that are done, by what became of them (inserted, updated, skipped, failed).',
  labelNames: ['result'] as const,
  registers,
});

export const slowStatements = new Counter({
  name: 'lms_slow_statements_total',
  help: 'Statements that took longer than SLOW_STATEMENT.',
  registers,
});

/** Reads that may go to the replica of DATABASE_READ_URL, if there is one. */
export const readsElsewhere = new Counter({
  name: 'lms_reads_elsewhere_total',
  help: 'Reads for the replica, by the server that answered (replica, primary).',
  labelNames: ['server'] as const,
  registers,
});

const jobs = new Counter({
  name: 'lms_jobs_total',
  help: 'Work that no request has asked for, by work and result (done, failed).',
  labelNames: ['work', 'result'] as const,
  registers,
});

const jobSeconds = new Counter({
  name: 'lms_job_seconds_total',
  help: 'Seconds that such work has taken.',
  labelNames: ['work'] as const,
  registers,
});

const jobSuccess = new Gauge({
  name: 'lms_job_last_success_timestamp_seconds',
  help: 'When such work was last done.',
  labelNames: ['work'] as const,
  registers,
});

/** How far the continuous backup is, and when a backup was last tried out; 0 without either. */
export const logBackedUp = new Gauge({
  name: 'lms_backup_log_timestamp_seconds',
  help: 'Everything acknowledged before this time can be restored from the folder of BACKUP_TO.',
  registers,
});
export const backupRehearsed = new Gauge({
  name: 'lms_backup_rehearsed_timestamp_seconds',
  help: 'When a backup was last restored for a trial and nothing was wrong with it.',
  registers,
});

/** Runs and counts a background job. Throws what the job throws. */
export async function countJob<T>(name: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  let result = 'failed';
  try {
    const answer = await work();
    result = 'done';
    jobSuccess.set({ work: name }, Date.now() / 1000);
    return answer;
  } finally {
    jobs.inc({ work: name, result });
    jobSeconds.inc({ work: name }, (performance.now() - since) / 1000);
  }
}

/** Counts an import and the outcome of its rows. Throws what the import throws. */
export async function countImport<T extends Record<RowResult, number>>(work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    importsCounted.inc({ result: 'done' });
    for (const row of ROW_RESULTS) rowsImported.inc({ result: row }, result[row]);
    return result;
  } catch (error) {
    importsCounted.inc({ result: 'failed' });
    throw error;
  }
}

const figures = new Map<string, () => number | Promise<number>>();

/** Exposes a number that is computed when metrics are read; a later source with the same name replaces it. */
export function showFigure(name: string, help: string, read: () => number | Promise<number>): void {
  const isNew = !figures.has(name);
  figures.set(name, read);
  if (!isNew) return;
  const gauge = new Gauge({
    name,
    help,
    registers: [],
    async collect() {
      this.set((await figures.get(name)?.()) ?? 0);
    },
  });
  processMetrics.registerMetric(gauge);
}

const places = new Map<string, FairSlots>();

/** Exposes how many slots for this kind of work are taken, and how many callers wait for one. */
export function showPlaces(work: string, slots: FairSlots): FairSlots {
  places.set(work, slots);
  return slots;
}

for (const [name, help, count] of [
  ['lms_places_taken', 'Long work that runs now.', 'running'],
  ['lms_places_waiting', 'Callers who wait for a place for long work.', 'waiting'],
] as const) {
  const gauge = new Gauge({
    name,
    help,
    labelNames: ['work'],
    registers: [],
    collect() {
      for (const [work, slots] of places) this.set({ work }, slots[count]);
    },
  });
  processMetrics.registerMetric(gauge);
}
