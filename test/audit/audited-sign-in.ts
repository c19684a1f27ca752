import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import { scim } from '#shared/accounts/scim.ts';
import type { TestApp } from '#test/app.ts';
import { APP_ID, withProvider } from '#test/accounts/at-provider.ts';
import { PASSWORD, createPerson, createTestClient } from '#test/world.ts';
import type { World } from '#test/world.ts';

/** The calls behind the audit lines about company sign-in, and what each line must contain. */
export function signInCalls({ app }: { app: TestApp; world: World }) {
  let made = 0;
  /** A new company with a provider, and a person whom it knows. */
  const aCompany = async () => {
    const at = await withProvider(app);
    const client = await createTestClient(app, `provided${(made += 1)}`);
    await at.connect(client, client.admin);
    const rep = await createPerson(app, 'salesrep', client.id);
    const signIn = async (email = rep.email) => await at.signIn(client, 'rep', { email });
    return { at, client, rep, signIn, byAdmin: { actor_id: client.admin.id, client_id: client.id } };
  };
  return {
    scim_token_created: async () => {
      const { client, byAdmin } = await aCompany();
      const body = { currentPassword: PASSWORD };
      await app.call(scim.create, { params: { id: client.id }, body }, client.admin.token);
      return { ...byAdmin, object_id: client.id };
    },
    scim_token_removed: async () => {
      const { client, byAdmin } = await aCompany();
      const params = { id: client.id };
      const body = { currentPassword: PASSWORD };
      await app.call(scim.create, { params, body }, client.admin.token);
      await app.call(scim.remove, { params }, client.admin.token);
      return { ...byAdmin, object_id: client.id };
    },
    company_sign_in_changed: async () => {
      const { client, byAdmin } = await aCompany();
      return { ...byAdmin, object_id: client.id };
    },
    company_sign_in_removed: async () => {
      const { client, byAdmin } = await aCompany();
      await app.call(companySignIn.remove, { params: { id: client.id } }, client.admin.token);
      return { ...byAdmin, object_id: client.id };
    },
    provider_person_bound: async () => {
      const { client, rep, signIn } = await aCompany();
      await signIn();
      return { client_id: client.id, object_id: rep.id };
    },
    signed_in_by_provider: async () => {
      const { client, rep, signIn } = await aCompany();
      await signIn();
      return { actor_id: rep.id, client_id: client.id };
    },
    provider_sign_in_failed: async () => {
      const { client, signIn } = await aCompany();
      await signIn('nobody@elsewhere.test');
      return { client_id: client.id };
    },
    signed_out_by_provider: async () => {
      const { at, client, rep, signIn } = await aCompany();
      await signIn();
      const iat = Math.floor(Date.now() / 1000);
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      const claims = { iss: at.provider.issuer, aud: APP_ID, iat, jti: String(made), sub: 'rep', events };
      const logout_token = await at.provider.sign(claims);
      const payload = new URLSearchParams({ logout_token }).toString();
      await app.app.inject({
        method: 'POST',
        url: `/api/auth/provider/${client.id}/logout`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      });
      return { client_id: client.id, object_id: rep.id };
    },
  };
}
