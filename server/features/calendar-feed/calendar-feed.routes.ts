import { createHash } from 'node:crypto';
import { FEED_HOURS, calendarFeed } from '#shared/activities/calendar-feed.ts';
import { calendarFile } from '#shared/activities/calendar-file.ts';
import { userActor } from '#server/db/actors.ts';
import { Scope } from '#server/db/scope.ts';
import { NotFound } from '#server/errors.ts';
import {
  createFeed,
  findFeed,
  getFeed,
  listAppointments,
  removeFeed,
} from '#server/features/calendar-feed/calendar-feed.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { SENT, serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

/** A user's follow-ups in their own calendar app, by a secret address. */
export function calendarFeedRoutes(server: Server): void {
  const { database, config } = server;

  serve(server, calendarFeed.get, async ({ account }) => ({
    data: { feed: await getFeed(database, account.id) },
  }));

  serveIdempotent(server, calendarFeed.create, async ({ account, body, audit }) => {
    const key = await createFeed(database, account.id, body.namesLeads);
    await audit('calendar_feed_created', { objectId: account.id });
    return { data: { path: `/api${calendarFeed.read.path}?key=${key}` } };
  });

  serve(server, calendarFeed.remove, async ({ account, audit }) => {
    await removeFeed(database, account.id);
    await audit('calendar_feed_removed', { objectId: account.id });
    return { data: {}, message: 'The address of your calendar no longer works.' };
  });

  serve(server, calendarFeed.read, async ({ query, request, reply }) => {
    const feed = await findFeed(database, query.key);
    if (!feed) throw new NotFound('This calendar does not exist.');
    const scope = new Scope(database, userActor(feed.account, config.adminScope));
    const { namesLeads } = feed;
    const appointments = await listAppointments(await scope.reading(), {
      namesLeads,
      origin: config.publicUrl,
    });
    const name = `LMS follow-ups of ${feed.account.firstName}`;
    const text = calendarFile('Follow-ups', appointments, { name, refreshHours: FEED_HOURS });
    const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
    void reply.header('etag', etag).header('cache-control', 'private, no-cache');
    if (request.headers['if-none-match'] === etag) await reply.status(304).send();
    else
      await reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'inline; filename="follow-ups.ics"')
        .send(text);
    return SENT;
  });
}
