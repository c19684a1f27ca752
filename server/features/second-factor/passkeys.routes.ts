import type { FastifyRequest } from 'fastify';
import { passkeys } from '#shared/accounts/passkeys.ts';
import { passkeyAddedMail, passkeyRemovedMail } from '#server/accounts/second-factor-mails.ts';
import {
  addPasskey,
  passkeyCreation,
  removePasskey,
} from '#server/features/second-factor/passkeys.queries.ts';
import { afterAnswers } from '#server/http/after-answer.ts';
import { relyingParty } from '#server/http/sessions/relying-party.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const MAIL_FAILED = 'mailing about a passkey failed';

/** Adds and removes the own passkeys. */
export function passkeyRoutes(server: Server): void {
  const { app, database, config } = server;
  const later = afterAnswers(app);
  const asked = (request: FastifyRequest, sessionId: string) => ({
    party: relyingParty(request, config),
    purpose: `adding in ${sessionId}`,
  });

  serve(server, passkeys.begin, async ({ account, sessionId, request }) => ({
    data: await passkeyCreation(database, account, asked(request, sessionId)),
  }));

  serveIdempotent(server, passkeys.add, async ({ account, sessionId, body, request, audit }) => {
    const added = { ...body, keepSession: sessionId };
    const data = await addPasskey(database, account.id, asked(request, sessionId), added);
    await audit('passkey_added', { objectId: account.id, address: request.ip });
    later(request, MAIL_FAILED, async () => await config.sendMail?.(passkeyAddedMail(account, body.name)));
    return { data, message: 'Passkey added.' };
  });

  serve(server, passkeys.remove, async ({ account, params, request, audit }) => {
    await removePasskey(database, account, params.id);
    await audit('passkey_removed', { objectId: account.id, address: request.ip });
    later(request, MAIL_FAILED, async () => await config.sendMail?.(passkeyRemovedMail(account)));
    return { data: {}, message: 'Passkey removed.' };
  });
}
