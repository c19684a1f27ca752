import { contactDetails } from '#shared/values/contact-details.ts';
import { showContacts } from '#server/features/contact-details/contact-details.queries.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import type { Server } from '#server/http/serve.ts';
import { UNKNOWN_LEAD } from '#server/leads/list/leads.queries.ts';

export function contactDetailsRoutes(server: Server): void {
  serveIdempotent(server, contactDetails.show, async ({ scope, params: { id }, body: { fields }, audit }) => {
    const { id: userId, masksContacts } = scope.user;
    const client = await scope.owning('leads', id, UNKNOWN_LEAD);
    if (masksContacts) await server.limits.count('contactDetails', userId, fields.length);
    const values = await showContacts(client, id, fields);
    const shown = Object.keys(values).filter((field) => values[field] !== null);
    if (masksContacts && shown.length > 0)
      await audit('contact_details_shown', {
        clientId: client.client.id,
        details: { lead: id, fields: shown.join(', ') },
      });
    return { data: { values } };
  });
}
