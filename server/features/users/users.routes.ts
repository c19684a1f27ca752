import { users } from '#shared/users.ts';
import { audit } from '#server/db/system-scope.ts';
import { hashPassword, refuseWeakPassword } from '#server/features/auth/passwords.ts';
import { createUser, getUser, listUsers, setUserActive } from '#server/features/users/users.queries.ts';
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

  serve(server, users.setActive, async ({ scope, params, body, request }) => {
    await setUserActive(scope, params.id, body.isActive);
    const user = await getUser(scope, params.id);
    await audit(scope.core, {
      action: body.isActive ? 'user_activated' : 'user_deactivated',
      actor: scope.user,
      clientId: user.clientId,
      objectId: params.id,
      requestId: request.id,
    });
    return { data: { user } };
  });
}
