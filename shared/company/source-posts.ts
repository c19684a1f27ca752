import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id } from '#shared/fields/fields.ts';

/** The header with the secret of a source, for senders that can set headers. */
export const SOURCE_KEY_HEADER = 'x-source-key';

const common = { tag: 'Public', permission: 'public' } as const;
/** The same response whatever became of the delivery: a portal learns nothing about the client's leads. */
const data = z.object({ received: z.literal(true) });
const Addressed = z.object({ id: Id });
const AddressedWithSecret = z.object({ id: Id, secret: z.string() });

/**
 * The calls that portals make. Each portal defines its own bodies (JSON or forms), so there is no schema
 * here.
 */
export const sourcePosts = {
  receive: endpoint({
    ...common,
    method: 'POST',
    path: '/public/sources/:id',
    changes: ['leads', 'sources'],
    summary:
      'Take a delivery of a portal in, as JSON or a form; the secret in X-Source-Key, or as the portal proves itself',
    params: Addressed,
    data,
  }),
  verify: endpoint({
    ...common,
    method: 'GET',
    path: '/public/sources/:id',
    summary: 'Answer the challenge of Facebook when a page is connected',
    params: Addressed,
    data,
    file: 'text/plain',
  }),
  receiveAt: endpoint({
    ...common,
    method: 'POST',
    path: '/public/sources/:id/:secret',
    changes: ['leads', 'sources'],
    summary: 'The same for portals that send to an address and can send no secret beside it',
    params: AddressedWithSecret,
    data,
  }),
  receiveLink: endpoint({
    ...common,
    method: 'GET',
    path: '/public/sources/:id/:secret',
    changes: ['leads', 'sources'],
    summary: 'The same for portals that send the values in the address itself',
    params: AddressedWithSecret,
    data,
  }),
};
