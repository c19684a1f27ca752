import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auth } from '#shared/accounts/auth.ts';
import { companySignIn } from '#shared/accounts/company-sign-in.ts';
import { withProvider } from '#test/accounts/at-provider.ts';
import { createPerson, withWorld } from '#test/world.ts';

const { app, world } = await withWorld();
const { alpha, beta } = world;
const at = await withProvider(app);

test('a person of the company signs in at its provider, first by the email, then by issuer and subject', async () => {
  const connected = await at.connect(alpha, alpha.admin);
  assert.equal(connected.status, 200, connected.text);
  const rep = await createPerson(app, 'salesrep', alpha.id);
  const first = await at.signIn(alpha, 'rep-1', { email: rep.email.toUpperCase() });
  assert.equal(first.status, 200, first.text);
  assert.equal(first.body.data.user.id, rep.id);
  assert.equal((await app.call(auth.me, {}, first.body.data.accessToken)).status, 200);
  const second = await at.signIn(alpha, 'rep-1', { email: 'married@elsewhere.test', email_verified: false });
  assert.equal(second.body.data.user.id, rep.id, second.text);
  const unknown = await at.signIn(alpha, 'rep-2', { email: 'nobody@alpha.test' });
  assert.deepEqual(
    [unknown.status, unknown.body.message],
    [401, 'There is no account for you here. Ask your administrator to invite you.'],
  );
  const found = await app.call(companySignIn.find, { query: { domain: 'ALPHA.test' } });
  assert.deepEqual(found.body.data, { provider: { name: 'alpha ID' } });
  assert.ok(beta);
});
