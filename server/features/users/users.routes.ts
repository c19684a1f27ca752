import type { AuditAction } from '#shared/accounts/audit.ts';
import { users } from '#shared/accounts/users.ts';
import type { AuditEntry } from '#server/db/audit.ts';
import { InvalidInput } from '#server/errors.ts';
import { hashPassword, refuseWeakPassword } from '#server/secrets/passwords.ts';
import { countOpenWork } from '#server/features/users/open-work.queries.ts';
import { updateUser } from '#server/features/users/user-changes.queries.ts';
import { planDeparture, setUserActive } from '#server/features/users/user-status.queries.ts';
import { createUser, getUser, listUsers } from '#server/features/users/users.queries.ts';
import { answerJob } from '#server/http/ndjson.ts';
import { serveIdempotent } from '#server/http/serve-idempotent.ts';
import { serve } from '#server/http/serve.ts';
import type { Server } from '#server/http/serve.ts';

export function userRoutes(server: Server): void {
  serve(server, users.list, async ({ scope, query }) => await listUsers(scope, query));

  serve(server, users.get, async ({ scope, params }) => ({
    data: { user: await getUser(scope, params.id) },
  }));

  serveIdempotent(server, users.create, async ({ scope, body, audit }) => {
    await refuseWeakPassword(body.password, [body.email, body.firstName, body.lastName, 'lms']);
    const { id } = await createUser(scope, body, await hashPassword(body.password));
    await audit('user_created', { clientId: body.clientId ?? null, objectId: id });
    return { data: { user: await getUser(scope, id) }, message: 'User created successfully' };
  });

  serve(server, users.update, async ({ scope, params: { id }, body, audit }) => {
    const { role, client, manager } = await updateUser(scope, id, body);
    const user = await getUser(scope, id);
    const details = {
      ...(role && { role }),
      ...(client !== undefined && { to: client ?? 'no client' }),
      ...(manager !== undefined && { manager: manager ?? 'nobody' }),
    };
    await audit('user_changed', { clientId: user.clientId, objectId: id, details });
    return { data: { user }, message: 'User saved' };
  });

  serve(server, users.openWork, async ({ scope, params }) => ({
    data: await countOpenWork(scope, await getUser(scope, params.id)),
  }));

  serve(server, users.setActive, async ({ scope, params: { id }, body, request, reply, audit }) => {
    /** The changed user; writes a line to the audit log. */
    const noted = async (action: AuditAction, details?: AuditEntry['details']) => {
      const user = await getUser(scope, id);
      await audit(action, { clientId: user.clientId, objectId: id, details });
      return user;
    };
    const { isActive, reassignTo } = body;
    if (isActive && reassignTo !== undefined)
      throw new InvalidInput([
        { field: 'reassignTo', message: 'Work can be handed over only when the user is deactivated.' },
      ]);
    if (reassignTo === undefined) {
      await setUserActive(scope, id, isActive);
      const action = isActive ? 'user_activated' : 'user_deactivated';
      return { data: { user: await noted(action) } };
    }
    const { to, wasActive, run } = await planDeparture(scope, id, reassignTo);
    return await answerJob({ endpoint: users.setActive, request, reply }, async (listen) => {
      const reassigned = await run(listen);
      const action = wasActive ? 'user_deactivated' : 'work_handed_over';
      const user = await noted(action, { ...reassigned, to: to?.name ?? 'nobody' });
      return { data: { user, reassigned } };
    });
  });
}
