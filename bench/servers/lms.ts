import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pino } from 'pino';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/database.ts';
import { Mirror } from '#server/mirror/mirror.ts';
import { readAhead } from '#server/mirror/read-ahead.queries.ts';
import { proveWall } from '#server/db/wall.ts';
import { SECRET } from '../dataset.ts';
import { LOOP_DELAY, serveTask } from './child.ts';

/** Milliseconds between two samples of the event loop, which the measured delays include. */
const RESOLUTION = 10;

/**
 * LMS as `npm start` serves it in a terminal, without the request limits per minute unless the task asks for
 * them.
 */
serveTask(async ({ settings, dataDir, isLimited, isUnwatched }) => {
  const database = await openDatabase(settings, SECRET);
  await proveWall(database);
  const read = readConfig({});
  const config = {
    ...read,
    dataDir,
    rates: isLimited ? read.rates : undefined,
    longestLag: isLimited ? read.longestLag : undefined,
    metrics: isUnwatched ? undefined : read.metrics,
    logLevel: 'error',
  };
  const log = pino({ level: config.logLevel });
  const mirror = new Mirror(database, (error) => log.error(error));
  const app = await createApp(config, database, database.installation.tokenKey, log);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  readAhead(database).catch(() => {});
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION });
  delays.enable();
  process.on('message', (asked) => {
    if (asked !== LOOP_DELAY) return;
    process.send?.(Math.max(0, delays.percentile(99.9) / 1e6 - RESOLUTION));
    delays.reset();
  });
  const close = async () => {
    await app.close();
    await mirror.close();
    await database.close();
  };
  return { url, close };
});
