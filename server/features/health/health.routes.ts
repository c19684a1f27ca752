import { readFileSync } from 'node:fs';
import { health } from '#shared/health.ts';
import { HttpError } from '#server/errors.ts';
import { askDatabase, getVersions } from '#server/features/health/health.queries.ts';
import { isOfThisMachine } from '#server/http/own-machine.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const PACKAGE = new URL('../../../package.json', import.meta.url);

/** Milliseconds for which an answer of the database stands: probes of many watchers cost one statement. */
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
    // A stranger who knows the version knows its faults.
    const isKnown = isOfThisMachine(request) || (await server.door.find(request)) !== undefined;
    // The wall was proven at start: a server whose wall does not stand never listens.
    const state = { status: 'ready' as const, wall: 'role per client' as const };
    return { data: { ...state, ...(isKnown && versions) } };
  });
}

/** Asks once within so many milliseconds; all callers of that time share the answer, or the error. */
function askedAtMost(every: number, ask: () => Promise<void>): () => Promise<void> {
  let last: { at: number; answer: Promise<void> } | undefined;
  return async () => {
    if (!last || performance.now() - last.at > every) last = { at: performance.now(), answer: ask() };
    await last.answer;
  };
}
