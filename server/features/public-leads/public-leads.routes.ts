import { apiKeys } from '#shared/accounts/api-keys.ts';
import { HONEYPOT, publicLeads } from '#shared/leads/public-leads.ts';
import { findClient } from '#server/db/find-client.ts';
import { Conflict } from '#server/errors.ts';
import { getApiKey } from '#server/features/api-keys/api-keys.queries.ts';
import { keyDoor } from '#server/features/public-leads/key-door.ts';
import { withOtherValues } from '#server/features/public-leads/read-enquiry.ts';
import { receiveEnquiry } from '#server/features/public-leads/public-leads.queries.ts';
import { idempotencyKey } from '#server/http/idempotency-key.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const THANKS = 'Thank you. We have received your enquiry.';

/** The calls of websites with an API key, allowed only from the key's origins; and the test of a key. */
export function publicLeadRoutes(server: Server): void {
  const { preflight, admit, keyOf } = keyDoor(server);
  server.app.options(publicLeads.create.path, preflight);

  serve(
    server,
    publicLeads.create,
    async ({ body, request }) => {
      const answer = { data: { received: true } as const, message: THANKS };
      // Robots fill in fields that people cannot see; they are thanked, so that they try nothing else.
      if (body[HONEYPOT]) return answer;
      const enquiry = { ...body, message: withOtherValues(body.message, request.body) };
      await receiveEnquiry(server.database, keyOf(request), enquiry, idempotencyKey(request));
      return answer;
    },
    admit,
  );

  // The test of a key is an enquiry that the server sends itself.
  serveIdempotent(server, apiKeys.test, async ({ scope, body }) => {
    const key = await getApiKey(scope, body.api_key_id);
    const client = await findClient(server.database, key.client_id);
    if (key.status !== 'active' || !client?.isActive) throw new Conflict('This API key is no longer active.');
    const { leadId } = await receiveEnquiry(
      server.database,
      { ...key, client, allowedOrigins: key.allowed_origins },
      {
        name: 'Test enquiry',
        email: 'test.enquiry@example.com',
        message: 'Sent from the API settings to see a lead arrive.',
        source: 'website',
      },
    );
    return { data: { lead_id: leadId }, message: 'The test lead has arrived.' };
  });
}
