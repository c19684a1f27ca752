import { once } from 'node:events';
import { createServer } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import type { Logger } from 'pino';
import { createApp } from '#server/app.ts';
import { isAsleep } from '#server/backup/asleep.ts';
import { backupKey } from '#server/backup/continuous/backup-key.ts';
import { backUpContinuously } from '#server/backup/continuous/continuous-backup.ts';
import { stopKeepingLog } from '#server/backup/continuous/log-archiver.ts';
import { tellSuperadmins } from '#server/features/notifications/tell-superadmins.queries.ts';
import { backUpNightly } from '#server/backup/nightly.ts';
import { isRehearsed } from '#server/backup/last-rehearsal.ts';
import { rehearseWeekly } from '#server/backup/rehearse-weekly.ts';
import { readConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import type { Database } from '#server/db/database.ts';
import { secretOf } from '#server/embedded/secret.ts';
import { onOwnConnection } from '#server/db/pool/own-connection.ts';
import { whenAvailable } from '#server/db/pool/when-available.ts';
import { ownerAt, ownerOf } from '#server/db/structure/owner.ts';
import { startEmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import type { EmbeddedDatabase } from '#server/embedded/embedded-database.ts';
import { MOST_CONNECTIONS } from '#server/embedded/settings.ts';
import { whenCalm } from '#server/http/plugins.ts';
import { askFirst, isServing, leaveWithFirst, startProcesses } from '#server/processes.ts';
import type { Handed } from '#server/processes.ts';
import { folderOwner, openDataFolder } from '#server/embedded/folders.ts';
import { seed } from '#server/sample/seed.ts';
import { proveWall } from '#server/db/wall.ts';
import { endWithSentence } from '#server/commands/end-with-sentence.ts';
import { requireOfSuperadmins } from '#server/accounts/second-factor-rule.ts';
import { keepFor } from '#server/retention.ts';
import { requirePasswordLength } from '#server/secrets/passwords.ts';
import { createMailer } from '#server/outside/mail.ts';
import { Mirror } from '#server/mirror/mirror.ts';
import { readAhead } from '#server/mirror/read-ahead.queries.ts';
import { keepSettling, settleRemovals } from '#server/features/clients/client-removal.queries.ts';
import { notifyOfLateLeads } from '#server/features/distribution/late-leads.queries.ts';
import { startNotifications } from '#server/features/notifications/scheduler.ts';
import { endLostCalls } from '#server/features/phone-calls/lost-ends.queries.ts';
import { startSources } from '#server/features/sources/source-jobs.ts';
import { startWebhooks } from '#server/features/webhooks/sender.ts';
import { Jobs, failedJob } from '#server/jobs.ts';
import { readPhones } from '#server/features/lead-duplicates/read-phones.queries.ts';
import { purgeTrash } from '#server/features/lead-trash/trash-purge.queries.ts';

/**
 * Milliseconds, out of the ten seconds that Docker allows: for requests to finish, and for everything to be
 * closed.
 */
const ANSWER_WITHIN = 6000;
const LEAVE_WITHIN = 9000;

/** The connections of a process beside those of its pool. */
const BESIDE_POOL = 5;
/** Milliseconds between two checks for leads that nobody has contacted in time, and between two clean-ups. */
const LATE_LEADS = 30_000;
/** Milliseconds between two checks for phone calls whose end never arrived. */
const LOST_CALLS = 5 * 60_000;
const DAY = 24 * 60 * 60_000;

const isTerminal = process.stdout.isTTY;
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-api-key"]',
  'res.headers["set-cookie"]',
];

function logger(config: Config) {
  // A terminal shows warnings; a log collector gets every request.
  const level = config.logLevel ?? (isTerminal ? 'warn' : 'info');
  const options = { level, redact: REDACTED };
  if ((config.logFormat ?? (isTerminal ? 'text' : 'json')) === 'json') return pino(options);
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
  });
}

type Run = {
  config: Config;
  log: Logger;
  /** The steps that stop this process, run in reverse order. */
  closing: (() => Promise<unknown>)[];
  leave: (code: number, reason?: string) => void;
};

/** Starts everything in order; a failing step stops everything that was started before it. */
async function start(): Promise<void> {
  const read = readConfig();
  const mailer = read.mail && !isAsleep(read.dataDir) ? await createMailer(read.mail) : undefined;
  const config: Config = { ...read, ...(mailer && { sendMail: mailer.send }) };
  const log = logger(config);
  keepFor(config.retention);
  requireOfSuperadmins(config.superadminSecondFactor);
  requirePasswordLength(config.passwordLength);
  const closing: Run['closing'] = mailer ? [async () => mailer.close()] : [];
  let isLeaving = false;
  const stop = async () => {
    isLeaving = true;
    for (const close of closing.splice(0).toReversed())
      await close().catch((error: unknown) => log.error(error));
  };
  const leave = leaveInOrder(stop);
  // A terminal sends its signals to all processes; those that only serve requests wait for the first one.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => isServing || leave(0));
  if (isServing) leaveWithFirst(() => leave(0));
  try {
    await (isServing ? serveHanded : startInstallation)({ config, log, closing, leave });
  } catch (error) {
    // The current step fails because everything is being closed, so its error is ignored.
    if (isLeaving) return;
    await stop();
    throw error;
  }
}

/** The first process: the database, its upgrade, the jobs, and the requests or the processes that serve them. */
async function startInstallation(run: Run): Promise<void> {
  const { config, log, closing, leave } = run;
  await assertFree(config);
  const dataDir = openDataFolder(config.dataDir);
  const starting = config.databaseUrl ? undefined : startEmbedded(dataDir, run);
  // If the server is stopped meanwhile, the database that is still starting is stopped too.
  if (starting) closing.push(async () => await (await starting.catch(() => undefined))?.stop());
  const embedded = await starting;
  const owner = embedded?.owner ?? ownerOf(config.databaseUrl ?? '');
  const handed = { owner, secret: secretOf(dataDir, 'installation', folderOwner(dataDir)) };
  const database = await connect(handed, run);
  const accounts = await whenAvailable(async () => await seed(database, config), log);
  await whenAvailable(async () => await proveWall(database), log);
  await beginReading(database.replica, log);
  await settleRemovals(database, dataDir).catch(() => void keepSettling(database, dataDir));
  startJobs(database, dataDir, run);
  if (embedded) closing.push(await keepLog(embedded.owner, database, run));
  const origin = await (config.processes > 1 ? beginServing(handed, run) : serve(database, run));
  database.leaveWhenReplaced((reason) => leave(1, reason));
  announce(origin, accounts);
  // Ignores a failure: the first reader gets the same error.
  readAhead(database).catch(() => {});
}

/** A process that only serves requests, on the database that the first one has started. */
async function serveHanded(run: Run): Promise<void> {
  const database = await connect(await askFirst(), run);
  await beginReading(database.replica, run.log);
  await serve(database, run);
}

async function startEmbedded(dataDir: string, { config, log }: Run): Promise<EmbeddedDatabase> {
  const { processes, database, databaseMemory: memory } = config;
  const more = processes > 1 ? processes * (database.connections + BESIDE_POOL) : 0;
  const connections = MOST_CONNECTIONS + more;
  return await startEmbeddedDatabase({ dataDir, log, memory, connections });
}

/** Opens the database and follows its changes for users of all clients. */
async function connect({ owner, secret }: Handed, { config, log, closing }: Run): Promise<Database> {
  const replica = config.databaseReadUrl ? ownerAt(config.databaseReadUrl, owner) : undefined;
  const database = await openDatabase(owner, secret, { limits: config.database, replica });
  closing.push(async () => await database.close());
  const mirror = new Mirror(database, (error) => log.error(error, 'the mirror of all clients is behind'));
  closing.push(async () => await mirror.close());
  void mirror.startSweeping();
  return database;
}

function startJobs(database: Database, dataDir: string, { config, log, closing }: Run): void {
  const jobs = new Jobs((error, name) => log.error(error, failedJob(name)));
  closing.push(async () => await jobs.stop());
  jobs.every(DAY, 'purge', async () => await purgeTrash(database));
  jobs.every(DAY, 'phones', async () => await readPhones(database, jobs.leaving));
  jobs.every(LATE_LEADS, 'late-leads', async () => await notifyOfLateLeads(database, jobs.leaving));
  jobs.every(LOST_CALLS, 'lost-calls', async () => await endLostCalls(database, jobs.leaving));
  if (config.backup) closing.push(backUpNightly({ dataDir, log }));
  if ((config.backup || config.backupTo) && isRehearsed(config))
    closing.push(rehearseWeekly({ dataDir, log }));
  if (isAsleep(dataDir)) {
    log.warn('This installation was restored and is asleep: it sends nothing until npm run wake.');
    return;
  }
  closing.push(startNotifications(database, config, log));
  closing.push(startWebhooks(database, log));
  closing.push(startSources(database, config.portals, log));
}

/** Starts the continuous backup, or lets the database remove the log that an earlier one would still need. */
async function keepLog(
  owner: EmbeddedDatabase['owner'],
  database: Database,
  { config, log }: Run,
): Promise<() => Promise<void>> {
  const { backupTo: to, dataDir } = config;
  if (to === undefined || isAsleep(dataDir)) {
    await onOwnConnection(owner, stopKeepingLog);
    return async () => {};
  }
  const tell = async (reason: string) => await tellSuperadmins(database, config, reason);
  return backUpContinuously({ to, owner, dataDir, key: backupKey(dataDir), log, tell });
}

/** Serves requests in this process. Returns the origin at which it listens. */
async function serve(database: Database, { config, log, closing }: Run): Promise<string> {
  const app = await createApp(config, database, database.installation.tokenKey, log);
  closing.push(async () => await closeApp(app));
  await whenCalm(app);
  await app.listen({ port: config.port, host: config.host });
  return app.listeningOrigin;
}

/** Starts PROCESSES that serve requests. Returns the origin at which they listen. */
async function beginServing(handed: Handed, { config, log, closing }: Run): Promise<string> {
  const { port, stop } = await startProcesses(config.processes, handed, log);
  closing.push(stop);
  const isLocal = ['127.0.0.1', '::1', '0.0.0.0', '::'].includes(config.host);
  return `http://${isLocal ? 'localhost' : config.host}:${port}`;
}

/** Proves that the replica, if available, keeps clients apart. Throws UnusableDatabase if it does not. */
async function beginReading(replica: Database['replica'], log: Logger): Promise<void> {
  if (!replica) return;
  replica.tell = (sentence) => (replica.isReady ? log.info(sentence) : log.warn(sentence));
  await replica.look();
}

/** Stops everything in order, once: a process group sends several signals, and later ones change nothing. */
function leaveInOrder(stop: () => Promise<void>): (code: number, reason?: string) => void {
  let stopping = false;
  return (code, reason) => {
    if (stopping) return;
    stopping = true;
    if (reason) process.stderr.write(`\n  ${reason}\n\n`);
    setTimeout(() => process.exit(code || 1), LEAVE_WITHIN).unref();
    void stop().then(() => process.exit(code));
  };
}

/** Lets requests finish; connections that browsers keep open are closed as soon as they are idle. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const idle = setInterval(() => app.server.closeIdleConnections(), 100);
  const last = setTimeout(() => app.server.closeAllConnections(), ANSWER_WITHIN);
  await app.close();
  clearInterval(idle);
  clearTimeout(last);
}

/** Throws EADDRINUSE or EACCES before the server creates anything that it could not serve. */
async function assertFree({ port, host }: Config): Promise<void> {
  if (port === 0) return;
  const probe = createServer().listen(port, host);
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

function announce(address: string, accounts: string | undefined): void {
  const shown = address.replace('[::1]', 'localhost').replace('127.0.0.1', 'localhost');
  process.stdout.write(
    `\n  LMS is ready at ${shown}\n  API documentation: ${shown}/api/docs\n${accounts ? `\n${accounts}\n` : ''}\n`,
  );
}

start().catch(endWithSentence);
