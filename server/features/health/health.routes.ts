import { readFileSync } from 'node:fs';
import { health } from '#shared/installation/health.ts';
import { HttpError } from '#server/errors.ts';
import { askDatabase, getVersions } from '#server/features/health/health.queries.ts';
import { isOfThisMachine } from '#server/http/rates/own-machine.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const PACKAGE = new URL('../../../package.json', import.meta.url);

/**
 * Milliseconds for which a database result is reused, so that probes from many monitors cost one statement.
 */
const ASKED_ANEW = 1000;

export function healthRoutes(server: Server): void {
  const isAnswering = askedAtMost(ASKED_ANEW, async () => await askDatabase(server.database));
  serve(server, health.live, async () => ({ data: { status: 'live' as const } }));
  let isClosing = false;
  server.app.addHook('preClose', async () => void (isClosing = true));
  serve(server, health.ready, async () => {
    if (isClosing) throw new HttpError(503, 'unavailable', 'The server is stopping.', { retryAfter: 1 });
    await isAnswering();
    return { data: { status: 'ready' as const } };
  });
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  serve(server, health.versions, async ({ request }) => {
    const versions = { version, ...(await getVersions(server.database)) };
    // Strangers do not see the version, which would reveal its known vulnerabilities.
    const isKnown = isOfThisMachine(request) || (await server.door.find(request)) !== undefined;
    // The wall was proven at start: without it the server never listens.
    const state = { status: 'ready' as const, wall: 'role per client' as const };
    return { data: { ...state, ...(isKnown && versions) } };
  });
}

/**
 * Runs a check at most once in this number of milliseconds; all callers in that time share the result or the
 * error.
 */
function askedAtMost(every: number, ask: () => Promise<void>): () => Promise<void> {
  let last: { at: number; answer: Promise<void> } | undefined;
  return async () => {
    if (!last || performance.now() - last.at > every) last = { at: performance.now(), answer: ask() };
    await last.answer;
  };
}
