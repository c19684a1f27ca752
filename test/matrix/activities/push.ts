import { push } from '#shared/activities/push-devices.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';
import { newBrowser, subscriptionOf } from '#test/messages/push-service.ts';

const aBrowser = () => subscriptionOf(newBrowser('https://push.example.com'));

export const examples: Examples = [
  [push.get, 'everyone'],
  [push.choose, 'everyone', { input: () => body({ showsNames: false }) }],
  [push.add, 'everyone', { input: () => body({ ...aBrowser(), isNew: true }) }],
  // No device has the id of a user.
  [push.remove, 'everyone', { object: 'user', keeps: true, status: () => 404 }],
  [push.seen, 'everyone', { input: () => body({ reminder_id: crypto.randomUUID() }) }],
  [push.act, 'public', { input: () => body({ token: 'lpa_unknown', action: 'done' }), status: () => 404 }],
];
