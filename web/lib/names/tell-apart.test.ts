import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toldApart } from './tell-apart.ts';

test('namesakes are shown with their email, in any case and accents, and others by name only', () => {
  const people = [
    { name: 'Amit Kumar', email: 'amit@a.example' },
    { name: 'amit  kumar', email: 'kumar@a.example' },
    { name: 'Émile', email: 'emile@a.example' },
    { name: 'Emile', email: 'e@a.example' },
    { name: 'Zubin', email: 'zubin@a.example' },
  ];
  assert.deepEqual(
    toldApart(people).map(({ name }) => name),
    [
      'Amit Kumar (amit@a.example)',
      'amit  kumar (kumar@a.example)',
      'Émile (emile@a.example)',
      'Emile (e@a.example)',
      'Zubin',
    ],
  );
});
