import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import type { Config } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { secretOf } from '#server/db/embedded/secret.ts';
import { ownerOf } from '#server/db/owner.ts';
import { startEmbeddedDatabase } from '#server/db/embedded.ts';
import { folderOwner, openDataFolder } from '#server/db/embedded/folders.ts';
import { seed } from '#server/db/seed.ts';
import { proveWall } from '#server/db/wall.ts';
import { endWithSentence } from '#server/end-with-sentence.ts';
import { createMailer } from '#server/mail.ts';
import { startNotifications } from '#server/features/notifications/scheduler.ts';
import { purgeDaily } from '#server/features/leads/trash-purge.queries.ts';

const isTerminal = process.stdout.isTTY;
const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  'req.headers["x-api-key"]',
  'res.headers["set-cookie"]',
];

function logger(config: Config) {
  // A person at a terminal sees what needs attention; a log collector sees every request.
  const level = isTerminal && process.env.LOG_LEVEL === undefined ? 'warn' : config.logLevel;
  const options = { level, redact: REDACTED };
  if (!isTerminal) return pino(options);
  return pino({
    ...options,
    transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname', translateTime: 'HH:MM:ss' } },
  });
}

/** Starts everything in order; each step that fails stops what was started before it. */
async function start(): Promise<void> {
  const read = readConfig();
  const mailer = read.mail && createMailer(read.mail);
  const config: Config = { ...read, ...(mailer && { sendMail: mailer.send }) };
  const log = logger(config);
  const closing: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closing.splice(0).reverse())
      await close().catch((error: unknown) => log.error(error));
  };
  stopOnSignal(stop);
  try {
    const dataDir = openDataFolder(config.dataDir);
    const embedded = config.databaseUrl ? undefined : await startEmbeddedDatabase({ dataDir, log });
    if (embedded) closing.push(async () => await embedded.stop());
    const owner = embedded?.owner ?? ownerOf(config.databaseUrl ?? '');
    const fallbackSecret = secretOf(dataDir, 'installation', folderOwner(dataDir));
    const database = await openDatabase(owner, fallbackSecret);
    closing.push(async () => await database.close());
    const accounts = await seed(database, config);
    await proveWall(database);
    closing.push(purgeDaily(database, (error) => log.error(error, 'emptying the trash failed')));
    if (mailer) closing.push(async () => mailer.close());
    closing.push(startNotifications(database, config, log));
    const app = await createApp(config, database, database.installation.tokenKey, log);
    closing.push(async () => await app.close());
    await app.listen({ port: config.port, host: config.host });
    announce(app.listeningOrigin, accounts);
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The first signal stops in order; a process group sends several, and the others change nothing. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void stop().then(() => process.exit(0));
    });
  }
}

function announce(address: string, accounts: string | undefined): void {
  const shown = address.replace('[::1]', 'localhost').replace('127.0.0.1', 'localhost');
  process.stdout.write(
    `\n  LMS is ready at ${shown}\n  API documentation: ${shown}/api/docs\n${accounts ? `\n${accounts}\n` : ''}\n`,
  );
}

start().catch(endWithSentence);
