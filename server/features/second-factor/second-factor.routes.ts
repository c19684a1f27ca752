import { secondFactor } from '#shared/accounts/second-factor.ts';
import { getRules, setRules } from '#server/features/second-factor/factor-rules.queries.ts';
import {
  appAddedMail,
  appRemovedMail,
  factorsResetMail,
  recoveryCodesMadeMail,
} from '#server/accounts/second-factor-mails.ts';
import {
  listFactors,
  newRecoveryCodes,
  resetFactors,
} from '#server/features/second-factor/factors.queries.ts';
import { beginApp, confirmApp, removeApp } from '#server/features/second-factor/second-factor.queries.ts';
import { getResettableUser } from '#server/features/users/users.queries.ts';
import { afterAnswers } from '#server/http/after-answer.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

const MAIL_FAILED = 'mailing about a second factor failed';

/** The calls about second factors: one's own, those of users who have lost theirs, and who needs one. */
export function secondFactorRoutes(server: Server): void {
  ownRoutes(server);
  const { app, database, config } = server;
  const later = afterAnswers(app);

  serveIdempotent(server, secondFactor.reset, async ({ scope, params, request, audit }) => {
    const user = await getResettableUser(scope, params.id);
    await resetFactors(database, user.id);
    await audit('second_factor_reset', { clientId: user.clientId, objectId: user.id });
    later(request, MAIL_FAILED, async () => await config.sendMail?.(factorsResetMail(user)));
    return {
      data: {},
      message: 'Two-step sign-in was reset. The user can now sign in with only a password.',
    };
  });

  serve(server, secondFactor.rules, async ({ scope, params }) => ({
    data: await getRules(scope, params.id),
  }));
  serve(server, secondFactor.setRules, async ({ scope, params: { id }, body, audit }) => {
    const data = await setRules(scope, id, body);
    const { version: _, ...details } = data;
    await audit('second_factor_required', { clientId: id, objectId: id, details });
    return { data, message: 'Saved.' };
  });
}

function ownRoutes(server: Server): void {
  const { app, database, config } = server;
  const later = afterAnswers(app);

  serve(server, secondFactor.get, async ({ account }) => ({
    data: { ...(await listFactors(database, account.id)), isRequired: account.secondFactor.isRequired },
  }));

  serveIdempotent(server, secondFactor.begin, async ({ account, body }) => {
    return { data: await beginApp(database, account, body.name) };
  });

  serveIdempotent(
    server,
    secondFactor.confirm,
    async ({ account, sessionId, params, body, request, audit }) => {
      const confirmed = { id: params.id, code: body.code, keepSession: sessionId };
      const recoveryCodes = await confirmApp(database, account.id, confirmed);
      await audit('second_factor_added', { objectId: account.id, address: request.ip });
      later(request, MAIL_FAILED, async () => {
        const { apps } = await listFactors(database, account.id);
        const name = apps.find(({ id }) => id === params.id)?.name ?? 'An authenticator app';
        await config.sendMail?.(appAddedMail(account, name));
      });
      return { data: { recoveryCodes }, message: 'Authenticator app added.' };
    },
  );

  serveIdempotent(server, secondFactor.remove, async ({ account, params, request, audit }) => {
    await removeApp(database, account, params.id);
    await audit('second_factor_removed', { objectId: account.id, address: request.ip });
    later(request, MAIL_FAILED, async () => await config.sendMail?.(appRemovedMail(account)));
    return { data: {}, message: 'Authenticator app removed.' };
  });

  serveIdempotent(server, secondFactor.newCodes, async ({ account, request, audit }) => {
    const recoveryCodes = await newRecoveryCodes(database, account.id);
    await audit('recovery_codes_made', { objectId: account.id, address: request.ip });
    later(request, MAIL_FAILED, async () => await config.sendMail?.(recoveryCodesMadeMail(account)));
    return { data: { recoveryCodes } };
  });
}
