import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PERMISSIONS, can } from '#shared/permissions.ts';
import type { Role } from '#shared/permissions.ts';
import { SETTINGS_TABS } from '#web/settings-tabs.ts';
import type { SettingsTabName } from '#web/settings-tabs.ts';

const FOR_ALL: SettingsTabName[] = ['general', 'templates'];
const FOR_MANAGERS: SettingsTabName[] = ['general', 'templates', 'distribution'];
const FOR_ADMINS: SettingsTabName[] = ['general', 'fields', 'templates', 'distribution', 'hours', 'api', 'users', 'teams', 'targets', 'roles', 'audit']; // prettier-ignore
const FOR_SUPERADMINS: SettingsTabName[] = ['general', 'fields', 'templates', 'distribution', 'hours', 'clients', 'api', 'users', 'teams', 'targets', 'roles', 'audit']; // prettier-ignore

test('each role sees its settings tabs, in order', () => {
  const tabsOf = (role: Role) =>
    SETTINGS_TABS.filter(({ permission }) => can(role, permission)).map(({ tab }) => tab);
  assert.deepEqual(tabsOf('salesrep'), FOR_ALL);
  assert.deepEqual(tabsOf('manager'), FOR_MANAGERS);
  assert.deepEqual(tabsOf('admin'), FOR_ADMINS);
  assert.deepEqual(tabsOf('superadmin'), FOR_SUPERADMINS);
});

test('tabs that not everybody sees explain who may see them', () => {
  const sentences = SETTINGS_TABS.filter(({ tab }) => !FOR_ALL.includes(tab)).map(({ tab, permission }) => [
    tab,
    PERMISSIONS[permission].refusal,
  ]);
  assert.deepEqual(sentences, [
    ['fields', 'Only Admins and Super Admins can configure lead fields.'],
    ['distribution', 'Only Managers, Admins and Super Admins can decide who gets new leads.'],
    ['hours', 'Only Admins and Super Admins can change working hours.'],
    ['clients', 'Only Super Admins can manage client settings.'],
    ['api', 'Only Admins and Super Admins can access API settings.'],
    ['users', 'Only Admins and Super Admins can manage users.'],
    ['teams', 'Only Admins and Super Admins can choose whose leads people see.'],
    ['targets', 'Only Admins and Super Admins can set targets.'],
    ['roles', 'Only Admins and Super Admins can manage roles.'],
    ['audit', 'Only Admins and Super Admins can read the audit log.'],
  ]);
});
