import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { users } from '#shared/accounts/users.ts';
import { clients } from '#shared/installation/clients.ts';
import { staleAfter } from '#web/api/cache/stale.ts';

test('a call of accounts, answered or refused, reloads every list that shows them', () => {
  for (const [endpoint, ...lists] of [
    [accessLinks.resetLink, 'users'],
    [users.create, 'users', 'clients', 'roles', 'distribution', 'targets'],
    [clients.create, 'clients', 'users', 'api-keys', 'service-tokens', 'roles'],
    [apiKeys.rotate, 'api-keys'],
  ] as const)
    for (const list of lists) assert.ok(staleAfter(endpoint).includes(list), `${endpoint.path}: ${list}`);
});
