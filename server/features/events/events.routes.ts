import { EVENT_STREAM, HEARTBEAT_SECONDS, events } from '#shared/protocol/events.ts';
import { LiveStreams } from '#server/features/events/live-streams.ts';
import { SENT, serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';
import { showFigure } from '#server/metrics.ts';

export function eventRoutes(server: Server): void {
  const streams = new LiveStreams(server.database);
  showFigure('lms_event_streams', 'Open streams of live changes.', () => streams.size);
  // Streams never end by themselves, so they are closed before the server waits for open requests.
  server.app.addHook('preClose', async () => streams.close());

  serve(server, events.live, async ({ scope, sessionId, request, reply }) => {
    if (!request.headers.accept?.includes(EVENT_STREAM))
      return { data: { heartbeat_seconds: HEARTBEAT_SECONDS } };
    const stream = streams.open(scope.user, sessionId);
    // Compression would hold events back until a block is full.
    request.headers['x-no-compression'] = 'true';
    // A connection that outlived its stream would delay the server's shutdown.
    void reply.type(EVENT_STREAM).headers({ 'x-accel-buffering': 'no', connection: 'close' }).send(stream);
    return SENT;
  });
}
