import { push } from '#shared/activities/push-devices.ts';
import { userActor } from '#server/db/actors.ts';
import { Scope } from '#server/db/scope.ts';
import { InvalidInput, NotFound } from '#server/errors.ts';
import { endPushes } from '#server/features/notifications/deliveries.queries.ts';
import { actOnReminder } from '#server/features/push-devices/push-actions.queries.ts';
import {
  addDevice,
  choose,
  findDeviceUser,
  getChoices,
  keepDevice,
  listDevices,
  removeDevice,
} from '#server/features/push-devices/push-devices.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';
import { deviceWords } from '#server/http/sessions/device-words.ts';
import { reachOfPush } from '#server/outside/web-push.ts';
import { leadsInside } from '#server/outside/outgoing-addresses.ts';
import { readPushToken } from '#server/secrets/push-capability.ts';
import { isPushPoint, pushKeysOf } from '#server/secrets/push-keys.ts';

const NO_LONGER = 'This notification no longer works. Open LMS instead.';
const NO_ADDRESS = 'The push service of this browser can’t be used.';
const NO_KEY = 'The key of this browser can’t be used.';

/** A user's devices that show notifications, and the buttons of these notifications. */
export function pushDeviceRoutes(server: Server): void {
  const { database, config } = server;
  const { tokenKey } = database.installation;

  serve(server, push.get, async ({ account, sessionId }) => ({
    data: {
      key: pushKeysOf(tokenKey).publicKey,
      devices: await listDevices(database, { userId: account.id, sessionId }),
      ...(await getChoices(database, account.id)),
    },
  }));

  serve(server, push.choose, async ({ account, body }) => ({
    data: await choose(database, account.id, body),
  }));

  serveIdempotent(server, push.add, async ({ account, sessionId, body, request, audit }) => {
    const { isNew, ...subscription } = body;
    const { endpoint, p256dh } = subscription;
    const url = URL.parse(endpoint);
    if (!url || leadsInside(url, reachOfPush(config, url)))
      throw new InvalidInput([{ field: 'endpoint', message: NO_ADDRESS }]);
    if (!isPushPoint(p256dh)) throw new InvalidInput([{ field: 'p256dh', message: NO_KEY }]);
    const owner = { userId: account.id, sessionId };
    if (!isNew) return { data: { isOn: await keepDevice(database, owner, subscription) } };
    const device = { ...subscription, label: deviceWords(request) };
    const added = await addDevice(database, tokenKey, owner, device);
    if (added) await audit('push_device_added', { objectId: added });
    return { data: { isOn: true } };
  });

  serve(server, push.remove, async ({ account, params, audit }) => {
    await removeDevice(database, account.id, params.id);
    await audit('push_device_removed', { objectId: params.id });
    return { data: { id: params.id }, message: 'No more notifications there.' };
  });

  serveIdempotent(server, push.seen, async ({ account, body }) => {
    await endPushes(database, account.id, body.reminder_id);
    return { data: {} };
  });

  serve(server, push.act, async ({ body }) => {
    const allowed = readPushToken(tokenKey, body.token);
    const account = allowed && (await findDeviceUser(database, allowed.deviceId));
    if (!account) throw new NotFound(NO_LONGER);
    await actOnReminder(new Scope(database, userActor(account, config.adminScope)), allowed, body.action);
    return { data: {} };
  });
}
