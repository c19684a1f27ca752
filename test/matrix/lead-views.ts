import { leadViews } from '#shared/lead-views.ts';
import { body, deletesAny, intoAlpha, needsClient } from '#test/matrix/example.ts';
import type { Call, Examples } from '#test/matrix/example.ts';

/** People of all clients name the client of the view. */
const intoOwner = (call: Call) => {
  const { query } = intoAlpha(call);
  return query && call.target === 'other'
    ? { query: { clientId: call.world.beta.id } }
    : { ...(query && { query }) };
};
const view = { name: 'Hot leads', address: 'status=new', filters: { status: ['new'] } };

/** The examples change a shared view, as leaders may. */
export const examples: Examples = [
  [leadViews.list, 'everyone'],
  [
    leadViews.create,
    'everyone',
    { input: (call) => ({ ...intoAlpha(call), ...body(view) }), status: needsClient },
  ],
  [
    leadViews.update,
    'everyone',
    {
      object: 'view',
      input: (call) => ({ ...intoOwner(call), ...body({ name: 'Hotter' }) }),
      status: deletesAny,
    },
  ],
  [leadViews.remove, 'everyone', { object: 'view', input: intoOwner, status: deletesAny }],
  [
    leadViews.arrange,
    'everyone',
    {
      input: (call) => ({ ...intoAlpha(call), ...body({ order: [], default_id: null }) }),
      status: needsClient,
    },
  ],
];
