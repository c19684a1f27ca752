import { auth } from '#shared/accounts/auth.ts';
import { passkeys } from '#shared/accounts/passkeys.ts';
import { secondFactor } from '#shared/accounts/second-factor.ts';
import type { TestApp } from '#test/app.ts';
import { addApp } from '#test/accounts/authenticator.ts';
import { addPasskey } from '#test/accounts/passkey.ts';
import { PASSWORD, createPerson } from '#test/world.ts';
import type { World } from '#test/world.ts';

/** The calls behind the audit lines about second factors, and what each line must contain. */
export function factorCalls({ app, world }: { app: TestApp; world: World }) {
  const { id: clientId, admin } = world.alpha;
  const aRep = async () => await createPerson(app, 'salesrep', clientId);
  const login = async (email: string, code: string) =>
    await app.call(auth.login, { body: { email, password: PASSWORD, code } });
  return {
    second_factor_added: async () => {
      const rep = await aRep();
      await addApp(app, rep);
      return { actor_id: rep.id, object_id: rep.id };
    },
    second_factor_removed: async () => {
      const rep = await aRep();
      const { id } = await addApp(app, rep);
      await app.call(secondFactor.remove, { params: { id }, body: {} }, rep.token);
      return { actor_id: rep.id, object_id: rep.id };
    },
    passkey_added: async () => {
      const rep = await aRep();
      await addPasskey(app, rep);
      return { actor_id: rep.id, object_id: rep.id };
    },
    passkey_removed: async () => {
      const rep = await aRep();
      const { id } = await addPasskey(app, rep);
      await app.call(passkeys.remove, { params: { id } }, rep.token);
      return { actor_id: rep.id, object_id: rep.id };
    },
    second_factor_failed: async () => {
      const rep = await aRep();
      await addApp(app, rep);
      await login(rep.email, '000000');
      return { object_id: rep.id };
    },
    second_factor_reset: async () => {
      const rep = await aRep();
      await addApp(app, rep);
      await app.call(secondFactor.reset, { params: { id: rep.id }, body: {} }, admin.token);
      return { actor_id: admin.id, client_id: clientId, object_id: rep.id };
    },
    second_factor_required: async () => {
      const params = { id: clientId };
      await app.call(secondFactor.setRules, { params, body: { who: 'nobody' } }, admin.token);
      return { actor_id: admin.id, client_id: clientId, object_id: clientId };
    },
    recovery_codes_made: async () => {
      const rep = await aRep();
      await addApp(app, rep);
      await app.call(secondFactor.newCodes, { body: {} }, rep.token);
      return { actor_id: rep.id, object_id: rep.id };
    },
    recovery_code_used: async () => {
      const rep = await aRep();
      const { recoveryCodes } = await addApp(app, rep);
      await login(rep.email, recoveryCodes[0] ?? '');
      return { actor_id: rep.id, object_id: rep.id };
    },
  };
}
