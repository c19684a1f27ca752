import { users } from '#shared/users.ts';
import { audit } from '#server/db/system-scope.ts';
import type { AuditEntry } from '#server/db/system-scope.ts';
import { InvalidInput } from '#server/errors.ts';
import { hashPassword, refuseWeakPassword } from '#server/features/auth/passwords.ts';
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
    const answer = async (details?: AuditEntry['details']) => {
      const user = await getUser(scope, id);
      await audit(scope.core, {
        action: isActive ? 'user_activated' : 'user_deactivated',
        actor: scope.user,
        clientId: user.clientId,
        objectId: id,
        requestId: request.id,
        ...(details && { details }),
      });
      return { user };
    };
    if (reassignTo === undefined) {
      await setUserActive(scope, id, isActive);
      return { data: await answer() };
    }
    const handover = await planDeparture(scope, id, reassignTo);
    return await answerJob(request, reply, async (listen) => {
      const reassigned = await handover.run(listen);
      const { user } = await answer({ ...reassigned, to: handover.to?.name ?? 'nobody' });
      return { data: { user, reassigned } };
    });
  });
}
