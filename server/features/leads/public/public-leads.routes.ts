import { HONEYPOT, publicLeads } from '#shared/public-leads.ts';
import { InvalidInput } from '#server/errors.ts';
import { keyDoor } from '#server/features/leads/public/key-door.ts';
import { receiveEnquiry } from '#server/features/leads/public/public-leads.queries.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const THANKS = 'Thank you. We have received your enquiry.';

/** What websites call with an API key: one call, open to the origins of the key alone. */
export function publicLeadRoutes(server: Server): void {
  const { preflight, admit, keyOf } = keyDoor(server);
  server.app.options(publicLeads.create.path, preflight);

  serve(
    server,
    publicLeads.create,
    async ({ body, request }) => {
      const answer = { data: { received: true } as const, message: THANKS };
      // Robots fill in what people do not see; they are thanked, so that they try nothing else.
      if (body[HONEYPOT]) return answer;
      await receiveEnquiry(server.database, keyOf(request), body, idempotencyKey(request.headers));
      return answer;
    },
    admit,
  );
}

/** Throws 422 for a key that is no key. */
function idempotencyKey({ 'idempotency-key': key }: NodeJS.Dict<string | string[]>): string | undefined {
  if (key === undefined) return undefined;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,200}$/.test(key)) return `key ${key}`;
  throw new InvalidInput([{ message: 'Idempotency-Key must have 1 to 200 visible characters.' }]);
}
