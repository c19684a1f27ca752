import { leadViews } from '#shared/leads/lead-views.ts';
import { body, deletesAny, intoAlpha, intoOwner, needsClient } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

const view = { name: 'Hot leads', address: 'status=new', filters: { status: ['new'] } };

/** The examples change a shared view, as managers and admins may. */
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
