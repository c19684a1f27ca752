import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { AUDIT_ACTIONS } from '#shared/accounts/audit.ts';
import type { AuditAction } from '#shared/accounts/audit.ts';
import { auth } from '#shared/accounts/auth.ts';
import { clients } from '#shared/installation/clients.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { fieldConfiguration } from '#shared/fields/field-configuration.ts';
import { leadExport } from '#shared/leads/lead-export.ts';
import { leadTrash } from '#shared/leads/lead-trash.ts';
import { leads } from '#shared/leads/leads.ts';
import { profile } from '#shared/accounts/profile.ts';
import { users } from '#shared/accounts/users.ts';
import { webhooks } from '#shared/company/webhooks.ts';
import { BackupReader } from '#server/backup/container.ts';
import { backupFolder } from '#server/backup/folder.ts';
import { restoreClient } from '#server/backup/restore-client.ts';
import { ROLE_IDS } from '#server/db/sql/role-ids.ts';
import { letSuperadminIn } from '#server/features/access-links/superadmin-link.queries.ts';
import { cookieOf, refreshTokenOf } from '#test/safety/principals.ts';
import { invite, newField } from '#test/safety/targets.ts';
import { keyCalls } from '#test/audit/audited-keys.ts';
import { settingCalls } from '#test/audit/audited-settings.ts';
import { signInCalls } from '#test/audit/audited-sign-in.ts';
import { factorCalls } from '#test/audit/audited-factors.ts';
import { createLead, createPerson, createTestClient, PASSWORD, signIn, withWorld } from '#test/world.ts';
import type { Person, TestClient } from '#test/world.ts';

/** Links from mails, by address. */
const links = new Map<string, string>();
const { app, world } = await withWorld({
  sendMail: async ({ to, text }) => void links.set(to, /#(\S+)/.exec(text)?.[1] ?? ''),
});

const { token: adminToken } = world.alpha.admin;

type Line = {
  action: string;
  actor_id: string | null;
  client_id: string | null;
  object_id: string | null;
  details: Record<string, unknown> | null;
  request_id: string | null;
};
/** Properties required of the action's newest line; omitted ones may be anything. */
type Said = Partial<Pick<Line, 'actor_id' | 'client_id' | 'object_id' | 'details'>>;

const newUser = (clientId: string) => ({
  firstName: 'Neha',
  lastName: 'Rao',
  email: `neha.${links.size}.${Math.round(performance.now() * 1000)}@example.com`,
  password: 'maroon-kettle-92',
  roleId: ROLE_IDS.salesrep,
  clientId,
});
let made = 0;
const aClient = async () => await createTestClient(app, `audited_${(made += 1)}`);
const setClient = async ({ id }: TestClient, isActive: boolean) =>
  await app.call(clients.setActive, { params: { id }, body: { isActive } }, world.superadmin.token);
const setUser = async ({ id }: Person, body: object) =>
  await app.call(users.setActive, { params: { id }, body }, adminToken);
const aRep = async () => await createPerson(app, 'salesrep', world.alpha.id);
/** A new webhook, on which the given call is then made. */
const aWebhook = async (then?: Endpoint): Promise<Said> => {
  const body = { url: 'https://hooks.example.com/lms', events: ['lead.created' as const] };
  const { id } = (await app.call(webhooks.create, { body }, adminToken)).body.data;
  if (then) await app.call(then, { params: { id }, body: { is_active: false } }, adminToken);
  return { ...byAdmin(), object_id: id };
};
const resetToken = async (person: Person) =>
  (await app.call(accessLinks.resetLink, { params: { id: person.id } }, adminToken)).body.data.token;
const invitation = async (email: string) => {
  const body = { email, roleId: ROLE_IDS.salesrep, clientId: world.alpha.id };
  return (await app.call(accessLinks.invite, { body }, adminToken)).body.data.token;
};

const byAdmin = (): Said => ({ actor_id: world.alpha.admin.id, client_id: world.alpha.id });

/** Requests another email as a user; returns the user and that email. */
async function askForEmail(): Promise<{ id: string; email: string }> {
  const { id, token } = await aRep();
  const { email } = newUser('');
  await app.call(profile.update, { body: { email, currentPassword: PASSWORD } }, token);
  return { id, email };
}

/** The call behind each kind of audit line. The compiler requires an entry for every new action. */
const CALLS: Record<AuditAction, () => Promise<Said>> = {
  sign_in: async () => {
    const { id: actor_id, email } = await aRep();
    await app.call(auth.login, { body: { email, password: PASSWORD } });
    return { actor_id };
  },
  sign_in_failed: async () => {
    const { id: object_id, email } = await aRep();
    await app.call(auth.login, { body: { email, password: 'wrong' } });
    return { object_id };
  },
  refresh_reuse: async () => {
    const person = await aRep();
    const stolen = await refreshTokenOf(app, person.email);
    const refresh = async (token: string) =>
      cookieOf(
        (await app.call(auth.refresh, { headers: { cookie: `__Host-lrt=${token}` } })).headers['set-cookie'],
      );
    const next = await refresh(stolen);
    await app.database.asOwner(
      async (owner) => await owner.query("UPDATE core.sessions SET rotated_at = now() - interval '1 hour'"),
    );
    await refresh(next);
    await refresh(stolen);
    return { actor_id: person.id, client_id: world.alpha.id };
  },
  password_changed: async () => {
    const { id: actor_id, token } = await aRep();
    const body = { currentPassword: PASSWORD, newPassword: 'maroon-kettle-92' };
    await app.call(profile.changePassword, { body }, token);
    return { actor_id };
  },
  email_change_requested: async () => ({ actor_id: (await askForEmail()).id }),
  email_changed: async () => {
    const { id: actor_id, email } = await askForEmail();
    while (!links.has(email)) await new Promise((resolve) => setImmediate(resolve));
    await app.call(profile.confirmEmail, { body: { token: links.get(email) ?? '' } });
    return { actor_id };
  },
  session_ended: async () => {
    const { id: actor_id, email, token } = await aRep();
    await app.call(auth.login, { body: { email, password: PASSWORD } });
    const { sessions } = (await app.call(auth.sessions, {}, token)).body.data;
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    await app.call(auth.endSession, { params: { id: other?.id ?? '' } }, token);
    return { actor_id };
  },
  signed_out_everywhere: async () => {
    const { id: actor_id, token } = await aRep();
    await app.call(auth.endSessions, {}, token);
    return { actor_id };
  },
  superadmin_restored: async () => {
    await letSuperadminIn(app.database, world.superadmin.email);
    world.superadmin.token = await signIn(app, world.superadmin.email);
    return { object_id: world.superadmin.id };
  },
  password_reset_requested: async () => {
    const { id: object_id, email } = await aRep();
    await app.call(accessLinks.forgotPassword, { body: { email } });
    // The link is made after the response, and a later link after the earlier one.
    const last = await aRep();
    await app.call(accessLinks.forgotPassword, { body: { email: last.email } });
    while (!links.has(last.email)) await new Promise((resolve) => setImmediate(resolve));
    return { object_id: last.id, client_id: world.alpha.id, ...(object_id && {}) };
  },
  reset_link_created: async () => {
    const person = await aRep();
    await resetToken(person);
    return { actor_id: world.alpha.admin.id, object_id: person.id, client_id: world.alpha.id };
  },
  password_reset: async () => {
    const person = await aRep();
    await app.call(accessLinks.resetPassword, {
      body: { token: await resetToken(person), password: 'maroon-kettle-92' },
    });
    return { actor_id: person.id, object_id: person.id, client_id: world.alpha.id };
  },
  user_created: async () => {
    const body = newUser(world.alpha.id);
    const reply = await app.call(users.create, { body }, adminToken);
    return { actor_id: world.alpha.admin.id, client_id: world.alpha.id, object_id: reply.body.data.user.id };
  },
  user_invited: async () => {
    await invitation(newUser('').email);
    return byAdmin();
  },
  user_registered: async () => {
    const { firstName, lastName, password, email } = newUser('');
    const token = await invitation(email);
    await app.call(accessLinks.register, { body: { token, firstName, lastName, password } });
    return { client_id: world.alpha.id };
  },
  invitation_revoked: async () => {
    const id = await invite(app, world.alpha.admin);
    await app.call(accessLinks.revoke, { params: { id } }, adminToken);
    return byAdmin();
  },
  user_changed: async () => {
    const person = await aRep();
    const body = { roleId: ROLE_IDS.manager };
    await app.call(users.update, { params: { id: person.id }, body }, adminToken);
    return { actor_id: world.alpha.admin.id, object_id: person.id, client_id: world.alpha.id };
  },
  user_activated: async () => {
    const person = await aRep();
    for (const isActive of [false, true]) await setUser(person, { isActive });
    return { actor_id: world.alpha.admin.id, object_id: person.id, client_id: world.alpha.id };
  },
  user_deactivated: async () => {
    const person = await aRep();
    await setUser(person, { isActive: false });
    return { actor_id: world.alpha.admin.id, object_id: person.id, client_id: world.alpha.id };
  },
  work_handed_over: async () => {
    const person = await aRep();
    await createLead(app, person);
    await setUser(person, { isActive: false });
    await setUser(person, { isActive: false, reassignTo: world.alpha.rep.id });
    return { actor_id: world.alpha.admin.id, object_id: person.id, client_id: world.alpha.id };
  },
  client_created: async () => {
    const body = { clientName: 'Audited', schemaName: `audited_${(made += 1)}` };
    const reply = await app.call(clients.create, { body }, world.superadmin.token);
    return { actor_id: world.superadmin.id, object_id: reply.body.data.client.id };
  },
  client_changed: async () => {
    const { id } = await aClient();
    await app.call(clients.update, { params: { id }, body: { country: 'GB' } }, world.superadmin.token);
    return { actor_id: world.superadmin.id, object_id: id, client_id: id };
  },
  client_activated: async () => {
    const client = await aClient();
    for (const isActive of [false, true]) await setClient(client, isActive);
    return { actor_id: world.superadmin.id, object_id: client.id };
  },
  client_deactivated: async () => {
    const client = await aClient();
    await setClient(client, false);
    return { actor_id: world.superadmin.id, object_id: client.id };
  },
  client_removed: async () => {
    const { id } = await aClient();
    await app.call(clients.remove, { params: { id } }, world.superadmin.token);
    return { actor_id: world.superadmin.id, details: { client: `Client audited_${made}` } };
  },
  client_archived: async () => {
    const { id, admin } = await aClient();
    await app.call(clients.archive, { params: { id } }, admin.token);
    return { actor_id: admin.id, client_id: id, object_id: id };
  },
  client_restored: async () => {
    const { id } = await aClient();
    await app.call(clients.remove, { params: { id } }, world.superadmin.token);
    const folder = backupFolder(app.dataDir);
    const newest = readdirSync(folder).toSorted().at(-1) ?? '';
    const backup = await BackupReader.open(join(folder, newest));
    await restoreClient(app.database, backup, { client: id, noPassword: '' });
    backup.close();
    return { client_id: id, object_id: id };
  },
  fields_configured: async () => {
    await app.call(
      fieldConfiguration.add,
      { params: { tenantId: world.alpha.id }, body: newField() },
      adminToken,
    );
    return byAdmin();
  },
  lead_erased: async () => {
    const { id } = await createLead(app, world.alpha.rep);
    await app.call(leads.remove, { params: { id } }, world.alpha.rep.token);
    await app.call(leadTrash.erase, { params: { id } }, adminToken);
    return { ...byAdmin(), object_id: id };
  },
  leads_exported: async () => {
    await app.call(leadExport.run, {}, world.alpha.rep.token);
    return { actor_id: world.alpha.rep.id, client_id: world.alpha.id };
  },
  webhook_created: async () => await aWebhook(),
  webhook_changed: async () => await aWebhook(webhooks.update),
  webhook_secret_replaced: async () => await aWebhook(webhooks.replaceSecret),
  webhook_deleted: async () => await aWebhook(webhooks.remove),
  ...keyCalls({ app, world }),
  ...settingCalls({ app, world }),
  ...factorCalls({ app, world }),
  ...signInCalls({ app, world }),
};

async function linesOf(action: string): Promise<Line[]> {
  const newestFirst = 'SELECT * FROM core.audit WHERE action = $1 ORDER BY id DESC';
  return await app.database.asOwner(async (owner) => (await owner.query<Line>(newestFirst, [action])).rows);
}

for (const [action, call] of Object.entries(CALLS)) {
  test(`the audit log has a line: ${AUDIT_ACTIONS[action as AuditAction]}`, async () => {
    const before = await linesOf(action);
    const said = await call();
    const [line, ...others] = await linesOf(action);
    assert.ok(others.length >= before.length, `no line for ${action}`);
    assert.ok(line && line.action === action);
    assert.partialDeepStrictEqual(line, said);
  });
}
