import { notifications } from '#shared/activities/notifications.ts';
import { withClients } from '#server/features/clients/clients-of-rows.queries.ts';
import {
  countUnread,
  listNotifications,
  readNotifications,
} from '#server/features/notifications/notifications.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function notificationRoutes(server: Server): void {
  serve(server, notifications.unread, async ({ scope }) => ({
    data: { unread: await countUnread(await scope.reading()) },
  }));
  serve(server, notifications.list, async ({ scope, query }) => {
    const found = await listNotifications(await scope.reading(), query.limit + 1);
    const shown = found.slice(0, query.limit);
    return {
      data: { notifications: await withClients(scope, shown), has_more: found.length > shown.length },
    };
  });
  serveIdempotent(server, notifications.read, async ({ scope, body }) => {
    await readNotifications(scope, body.ids);
    return { data: { unread: await countUnread(await scope.readingUpToDate()) } };
  });
}
