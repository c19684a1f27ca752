import { webhooks } from '#shared/company/webhooks.ts';
import { body, intoAlpha, needsClient } from '#test/matrix/example.ts';
import type { Call, Examples } from '#test/matrix/example.ts';
import { DELIVERIES } from '#test/safety/targets.ts';

const webhook = { url: 'https://hooks.example.com/lms', events: ['call.logged'] };
const right = 'manage API keys';
const standing = { object: 'webhook', keeps: true } as const;
/** A delivery of the named webhook. */
const delivery = ({ target }: Call) =>
  body({ delivery_id: DELIVERIES[target === 'other' ? 'other' : 'own'] });

export const examples: Examples = [
  [webhooks.list, right],
  [
    webhooks.create,
    right,
    { input: (call) => ({ ...intoAlpha(call), ...body(webhook) }), status: needsClient },
  ],
  [webhooks.update, right, { ...standing, input: () => body({ events: ['call.logged'] }) }],
  [webhooks.replaceSecret, right, standing],
  [webhooks.test, right, standing],
  [webhooks.deliveries, right, standing],
  [webhooks.sendAgain, right, { ...standing, input: delivery }],
  [webhooks.remove, right, { object: 'webhook' }],
];
