import { users } from '#shared/users.ts';
import type { Scope } from '#server/db/scope.ts';
import { audit } from '#server/db/audit.ts';
import type { AuditEntry } from '#server/db/audit.ts';
import { InvalidInput } from '#server/errors.ts';
import { hashPassword, refuseWeakPassword } from '#server/passwords.ts';
import { countOpenWork } from '#server/features/users/open-work.queries.ts';
import { planDeparture, setUserActive } from '#server/features/users/user-status.queries.ts';
import { createUser, getUser, listUsers } from '#server/features/users/users.queries.ts';
import { answerJob } from '#server/http/ndjson.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function userRoutes(server: Server): void {
  serve(server, users.list, async ({ scope, query }) => {
    const { pagination, ...data } = await listUsers(scope, query);
    return { data, pagination };
  });

  serve(server, users.get, async ({ scope, params }) => ({
    data: { user: await getUser(scope, params.id) },
  }));

  serve(server, users.create, async ({ scope, body, request }) => {
    await refuseWeakPassword(body.password, [body.email, body.firstName, body.lastName, 'lms']);
    const { id } = await createUser(scope, body, await hashPassword(body.password));
    await audit(scope.core, {
      action: 'user_created',
      actor: scope.user,
      clientId: body.clientId ?? null,
      objectId: id,
      requestId: request.id,
    });
    return { data: { user: await getUser(scope, id) }, message: 'User created successfully' };
  });

  serve(server, users.openWork, async ({ scope, params }) => ({
    data: await countOpenWork(scope, await getUser(scope, params.id)),
  }));

  serve(server, users.setActive, async ({ scope, params: { id }, body, request, reply }) => {
    const { isActive, reassignTo } = body;
    if (isActive && reassignTo !== undefined)
      throw new InvalidInput([
        { field: 'reassignTo', message: 'Only who is deactivated leaves work behind.' },
      ]);
    if (reassignTo === undefined) {
      await setUserActive(scope, id, isActive);
      const action = isActive ? 'user_activated' : 'user_deactivated';
      return { data: { user: await noted(scope, id, { action, requestId: request.id }) } };
    }
    const { to, wasActive, run } = await planDeparture(scope, id, reassignTo);
    return await answerJob(request, reply, async (listen) => {
      const reassigned = await run(listen);
      const action = wasActive ? 'user_deactivated' : 'work_handed_over';
      const details = { ...reassigned, to: to?.name ?? 'nobody' };
      const user = await noted(scope, id, { action, details, requestId: request.id });
      return { data: { user, reassigned } };
    });
  });
}

type Noted = Pick<AuditEntry, 'action' | 'details'> & { requestId: string };

/** The user as changed, with a line about it in the audit log. */
async function noted(scope: Scope, id: string, entry: Noted) {
  const user = await getUser(scope, id);
  await audit(scope.core, { actor: scope.user, clientId: user.clientId, objectId: id, ...entry });
  return user;
}
