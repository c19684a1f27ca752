import { sourcePosts } from '#shared/company/source-posts.ts';
import { sources } from '#shared/company/sources.ts';
import { body, intoAlpha, needsClient } from '#test/matrix/example.ts';
import type { Call, Examples } from '#test/matrix/example.ts';
import { RECEIVED, standingObject } from '#test/safety/targets.ts';

const source = { kind: 'other', name: 'Shop' };
const right = 'manage API keys';
const standing = { object: 'source', keeps: true } as const;
/** A delivery of the named source that created no lead. */
const delivery = ({ target }: Call) => body({ delivery_id: RECEIVED[target === 'other' ? 'other' : 'own'] });
/** Nobody is let in without the source's secret, signed in or not. */
const refused = {
  object: 'source',
  keeps: true,
  status: () => 404,
} as const;
const addressed = ({ target }: Call) => ({
  params: { id: standingObject(target, 'source'), secret: 'wrong' },
});

export const examples: Examples = [
  [sources.list, right],
  [
    sources.create,
    right,
    { input: (call) => ({ ...intoAlpha(call), ...body(source) }), status: needsClient },
  ],
  [sources.update, right, { ...standing, input: () => body({ name: 'Shop' }) }],
  [sources.replaceSecret, right, standing],
  [sources.deliveries, right, standing],
  [sources.received, right, standing],
  [sources.tryAgain, right, { ...standing, input: delivery }],
  [sources.remove, right, { object: 'source' }],
  [sourcePosts.receive, 'public', { ...refused, input: () => body({ phone: '9876543210' }) }],
  [sourcePosts.receiveAt, 'public', { ...refused, input: addressed }],
  [sourcePosts.receiveLink, 'public', { ...refused, input: addressed }],
  [sourcePosts.verify, 'public', refused],
];
