import { accessTokens } from '#shared/accounts/access-tokens.ts';
import { calendarFeed } from '#shared/activities/calendar-feed.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { push } from '#shared/activities/push-devices.ts';
import { publicLeads } from '#shared/leads/public-leads.ts';
import { serviceTokens } from '#shared/accounts/service-tokens.ts';
import { sources } from '#shared/company/sources.ts';
import { addDevice } from '#test/messages/push-service.ts';
import { createService, createSource } from '#test/safety/targets.ts';
import type { TestApp } from '#test/app.ts';
import type { World } from '#test/world.ts';
import { addKey, addToken } from '#test/rows/written.ts';

/** The calls behind the audit lines about tokens, keys and sources, and what each line must contain. */
export function keyCalls({ app, world }: { app: TestApp; world: World }) {
  const { admin } = world.alpha;
  const adminToken = admin.token;
  const byAdmin = () => ({ actor_id: admin.id, client_id: world.alpha.id });
  const aKey = async () => await addKey({ app }, world.alpha);
  const rotatedKey = async () => {
    const body = { api_key_id: await aKey() };
    return (await app.call(apiKeys.rotate, { body }, adminToken)).body.data.new_api_key;
  };
  /** A new source, on which the given call is then made. */
  const aSource = async (then?: Endpoint) => {
    const id = await createSource(app, admin);
    if (then) await app.call(then, { params: { id }, body: { is_active: false } }, adminToken);
    return { ...byAdmin(), object_id: id };
  };
  return {
    calendar_feed_created: async () => {
      await app.call(calendarFeed.create, { body: { namesLeads: true } }, adminToken);
      return { actor_id: admin.id, object_id: admin.id };
    },
    calendar_feed_removed: async () => {
      await app.call(calendarFeed.remove, {}, adminToken);
      return { actor_id: admin.id, object_id: admin.id };
    },
    push_device_added: async () => ({ actor_id: admin.id, object_id: await addDevice(app, admin) }),
    push_device_removed: async () => {
      const id = await addDevice(app, admin);
      await app.call(push.remove, { params: { id } }, adminToken);
      return { actor_id: admin.id, object_id: id };
    },
    access_token_created: async () => {
      await addToken({ app }, world.alpha.admin);
      return byAdmin();
    },
    access_token_removed: async () => {
      const id = await addToken({ app }, world.alpha.admin);
      await app.call(accessTokens.remove, { params: { id } }, adminToken);
      return byAdmin();
    },
    service_token_created: async () => ({
      ...byAdmin(),
      object_id: (await createService(app, world.alpha.admin)).id,
    }),
    service_token_removed: async () => {
      const { id } = await createService(app, world.alpha.admin);
      await app.call(serviceTokens.remove, { params: { id } }, adminToken);
      return { ...byAdmin(), object_id: id };
    },
    api_key_created: async () => {
      await aKey();
      return byAdmin();
    },
    api_key_rotated: async () => {
      await rotatedKey();
      return byAdmin();
    },
    api_key_deactivated: async () => {
      const id = await aKey();
      await app.call(apiKeys.revoke, { body: { api_key_id: id } }, adminToken);
      return byAdmin();
    },
    source_created: async () => await aSource(),
    source_changed: async () => await aSource(sources.update),
    source_secret_replaced: async () => await aSource(sources.replaceSecret),
    source_deleted: async () => await aSource(sources.remove),
    api_key_in_address: async () => {
      const query = { api_key: await rotatedKey() };
      await app.call(publicLeads.create, { body: { name: 'Asha' }, query });
      return {};
    },
  };
}
