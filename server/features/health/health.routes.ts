import { readFileSync } from 'node:fs';
import { health } from '#shared/health.ts';
import { getVersions } from '#server/features/health/health.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const PACKAGE = new URL('../../../package.json', import.meta.url);

export function healthRoutes(server: Server): void {
  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  serve(server, health.ready, async () => ({
    // The wall was proven at start: a server whose wall does not stand never listens.
    data: {
      status: 'ready' as const,
      wall: 'role per client' as const,
      version,
      ...(await getVersions(server.database)),
    },
  }));
}
