import assert from 'node:assert/strict';
import { test } from 'node:test';
import Settings from 'lucide-react/icons/settings';
import { PERMISSIONS } from '#shared/accounts/permissions.ts';
import type { Role } from '#shared/accounts/permissions.ts';
import { matching } from '#web/features/search/palette-items.ts';
import { partPath, placeAt, titleOfPart } from '#web/settings-places.ts';
import { SETTINGS_TABS, settingsOf } from '#web/settings-tabs.ts';

const tabsOf = (role: Role) =>
  Object.fromEntries(
    settingsOf(role).map(({ tab, parts }) => [tab, parts.map(({ part }) => part).join(' ')]),
  );

test('each role sees its tabs and parts, in order', () => {
  assert.deepEqual(
    SETTINGS_TABS.map(({ label }) => label),
    ['General', 'Lead Fields', 'Clients', 'API', 'Users', 'Roles'],
  );
  const ofAdmins = {
    general: 'you company templates history',
    fields: 'fields pipeline',
    api: 'sources keys tokens webhooks',
    users: 'people invitations teams distribution absences targets',
    roles: 'roles audit',
  };
  assert.deepEqual(tabsOf('salesrep'), { general: 'you templates history absences' });
  assert.deepEqual(tabsOf('manager'), {
    general: 'you company templates history distribution absences targets',
  });
  assert.deepEqual(tabsOf('admin'), ofAdmins);
  assert.deepEqual(tabsOf('superadmin'), { ...ofAdmins, clients: 'clients' });
  assert.deepEqual(
    settingsOf('superadmin').map(({ tab }) => tab),
    ['general', 'fields', 'clients', 'api', 'users', 'roles'],
  );
});

/** The part shown at an address, the path that the address leads to, or the permission that is missing. */
function shown(role: Role, address: string): string {
  const [path = '', query] = address.split('?');
  const [tab = '', part = ''] = path.split('/');
  const place = placeAt(role, { tab, part }, query);
  if ('part' in place) return place.part.part;
  return place.refusedFor ? PERMISSIONS[place.refusedFor].refusal : `→ ${place.to}`;
}

test('a tab shows its first part, and each part has an address that never redirects', () => {
  assert.equal(shown('salesrep', 'general'), 'you');
  assert.equal(shown('admin', 'api'), 'sources');
  assert.equal(shown('superadmin', 'clients'), 'clients');
  for (const role of ['superadmin', 'admin', 'manager', 'salesrep'] as const)
    for (const tab of settingsOf(role))
      for (const part of tab.parts)
        assert.equal(shown(role, partPath(tab, part)), part.part, `${role} ${part.part}`);
});

test('addresses of earlier releases lead to their part and keep the rest of the query', () => {
  const leads = [
    ['templates?client_id=1', 'general/templates?client_id=1'],
    ['distribution', 'users/distribution'],
    ['hours', 'general/company'],
    ['teams', 'users/teams'],
    ['targets', 'users/targets'],
    ['audit?action=login&page=2', 'roles/audit?action=login&page=2'],
    ['api?part=keys', 'api/keys'],
    ['api?part=sources&page=3', 'api/sources?page=3'],
    ['api?part=tokens', 'api/tokens'],
    ['api?part=webhooks', 'api/webhooks'],
    ['', 'general'],
    ['nonsense', 'general'],
    ['users/nonsense', 'users'],
  ] as const;
  for (const [from, to] of leads) assert.equal(shown('admin', from), `→ ${to}`);
});

test('a part leads to the tab under which the role finds it, or says who may use it', () => {
  assert.equal(shown('manager', 'users/distribution'), '→ general/distribution');
  assert.equal(shown('manager', 'distribution?client_id=1'), '→ general/distribution?client_id=1');
  assert.equal(shown('admin', 'general/distribution'), '→ users/distribution');
  assert.equal(shown('salesrep', 'users/absences'), '→ general/absences');
  const refusals = [
    ['fields', 'Only Admins and Super Admins can configure lead fields.'],
    ['clients', 'Only Super Admins can manage client settings.'],
    ['api', 'Only Admins and Super Admins can access API settings.'],
    ['users', 'Only Admins and Super Admins can manage users.'],
    ['roles', 'Only Admins and Super Admins can manage roles.'],
    ['fields/pipeline', 'Only Admins and Super Admins can configure lead fields.'],
    ['users/distribution', 'Only Managers, Admins and Super Admins can decide who gets new leads.'],
    ['general/company', 'Only Managers, Admins and Super Admins can decide who gets new leads.'],
    ['users/teams', 'Only Admins and Super Admins can choose whose leads people see.'],
    ['targets', 'Only Managers, Admins and Super Admins can set targets.'],
    ['audit', 'Only Admins and Super Admins can read the audit log.'],
  ] as const;
  for (const [address, refusal] of refusals) assert.equal(shown('salesrep', address), refusal);
});

test('the first part has the title of its tab, and the others their own', () => {
  const titles = settingsOf('manager').flatMap((tab) => tab.parts.map((part) => titleOfPart(tab, part)));
  assert.deepEqual(titles, [
    'Settings',
    'Company',
    'Templates',
    'History',
    'Distribution',
    'Absences',
    'Targets',
  ]);
  const firsts = settingsOf('superadmin').map((tab) => tab.parts[0] && titleOfPart(tab, tab.parts[0]));
  assert.deepEqual(firsts, ['Settings', 'Lead Fields', 'Clients', 'API', 'Users', 'Roles']);
});

test('the palette finds each part by its name and by the words that people use', () => {
  const items = settingsOf('superadmin').flatMap(({ parts }) =>
    parts.map(({ part, label, description, words }) => ({
      id: part,
      label: `Settings: ${label}`,
      note: description,
      words,
      icon: Settings,
      run: () => undefined,
    })),
  );
  const found = {
    IndiaMART: 'Lead sources',
    justdial: 'Lead sources',
    stages: 'Pipeline',
    pipeline: 'Pipeline',
    holidays: 'Company',
    trash: 'History',
    undo: 'History',
    token: 'Tokens',
    webhook: 'Webhooks',
    invite: 'People',
    quota: 'Targets',
    vacation: 'Absences',
    'round robin': 'Distribution',
  };
  for (const [words, label] of Object.entries(found)) {
    const labels = matching([{ label: 'Pages', items }], words).flatMap((group) =>
      group.items.map((item) => item.label),
    );
    assert.ok(labels.includes(`Settings: ${label}`), words);
  }
});
