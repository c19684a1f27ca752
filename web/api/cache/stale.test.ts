import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { accessLinks } from '#shared/accounts/access-links.ts';
import { apiKeys } from '#shared/accounts/api-keys.ts';
import { users } from '#shared/accounts/users.ts';
import { clients } from '#shared/installation/clients.ts';
import { readAgain, shownIn, staleAfter } from '#web/api/cache/stale.ts';

test('a call of accounts, answered or refused, reloads every list that shows them', () => {
  for (const [endpoint, ...lists] of [
    [accessLinks.resetLink, 'users'],
    [users.create, 'users', 'clients', 'roles', 'distribution', 'targets'],
    [clients.create, 'clients', 'users', 'api-keys', 'service-tokens', 'roles'],
    [apiKeys.rotate, 'api-keys'],
  ] as const)
    for (const list of lists) assert.ok(staleAfter(endpoint).includes(list), `${endpoint.path}: ${list}`);
});

test('a colleague’s change reloads a list at once and the totals of views with the figures', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 1_000_000 });
  const queries = new QueryClient();
  const read: string[] = [];
  for (const segment of ['leads', 'lead-views']) {
    const queryFn = () => (read.push(segment), segment);
    const key = ['api', 'session', segment, `/${segment}`];
    const observer = new QueryObserver(queries, {
      queryKey: key,
      queryFn,
      initialData: '',
      staleTime: Infinity,
    });
    t.after(observer.subscribe(() => {}));
  }
  const stale = { shownIn: shownIn(['leads']) };
  await readAgain(queries, stale);
  assert.deepEqual(read, ['leads']);
  t.mock.timers.tick(5000);
  assert.deepEqual(read, ['leads', 'lead-views']);
  await readAgain(queries, { ...stale, written: 'leads' });
  assert.deepEqual(read.slice(2), ['leads', 'lead-views']);
});
