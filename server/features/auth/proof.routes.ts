import type { FastifyRequest } from 'fastify';
import { proof } from '#shared/accounts/proof.ts';
import { ownAction } from '#server/accounts/account.ts';
import { InvalidInput } from '#server/errors.ts';
import { noteProof } from '#server/features/auth/proof.queries.ts';
import { provePassword } from '#server/features/auth/sign-in-limits.queries.ts';
import {
  passkeyRequest,
  refusedPasskey,
  usePasskey,
} from '#server/features/second-factor/passkeys.queries.ts';
import { relyingParty } from '#server/http/sessions/relying-party.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const NO_PROOF = 'Enter your password or use your passkey.';

/** Proves anew who is calling, for calls that need a fresh proof. */
export function proofRoutes(server: Server): void {
  const { database, config } = server;
  const asked = (request: FastifyRequest, sessionId: string) => ({
    party: relyingParty(request, config),
    purpose: `proof in ${sessionId}`,
  });

  serve(server, proof.options, async ({ account, sessionId, request }) => {
    const passkey = await passkeyRequest(database, asked(request, sessionId), account.id);
    return {
      data: { passkey: passkey.allowCredentials.length > 0 ? passkey : null, provider: account.onlyBy },
    };
  });

  serveIdempotent(server, proof.give, async ({ account, sessionId, body, request, audit }) => {
    const { currentPassword, passkey } = body;
    if (passkey) {
      const { refusal } = await usePasskey(database, asked(request, sessionId), passkey, account.id);
      if (refusal !== undefined) {
        await audit('second_factor_failed', ownAction(account, request));
        throw refusedPasskey(refusal);
      }
    } else if (currentPassword) await provePassword(database, account, currentPassword);
    else throw new InvalidInput([{ field: 'currentPassword', message: NO_PROOF }]);
    await noteProof(database, sessionId);
    return { data: {} };
  });
}
