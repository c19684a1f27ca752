import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { User } from '#shared/accounts/users.ts';
import { teamsOf } from './teams-of.ts';
import type { Team } from './teams-of.ts';

const person = (id: string, manager?: string, isActive = true): User => ({
  id,
  firstName: id,
  lastName: '',
  email: '',
  clientId: null,
  client: null,
  role: { id: '', name: 'salesrep' },
  isActive,
  manager: manager === undefined ? null : { id: manager, name: manager },
});
const inWords = (teams: Team[]): string[] =>
  teams.map(({ person: { id }, below }) => (below.length > 0 ? `${id}(${inWords(below).join(' ')})` : id));

test('people are listed under their managers, and those without a visible manager at the top', () => {
  const people = [
    person('deep', 'middle'),
    person('top'),
    person('middle', 'top'),
    person('lone', 'elsewhere'),
  ];
  assert.deepEqual(inWords(teamsOf(people)), ['top(middle(deep))', 'lone']);
});

test('an inactive person is listed only with people below them', () => {
  const people = [
    person('gone', undefined, false),
    person('left', 'top', false),
    person('top'),
    person('rep', 'left'),
  ];
  assert.deepEqual(inWords(teamsOf(people)), ['top(left(rep))']);
});
