import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { cacheKey, draftKey, readPreference, writePreference } from '#web/lib/preferences.ts';
import {
  areDraftsWaiting,
  claimDrafts,
  dropDrafts,
  dropOldDrafts,
  leaveDrafts,
} from '#web/session/drafts.ts';

const HOUR = 3_600_000;
const asha = { id: 'asha', clientId: 'deccan' };
const KEY = draftKey('new-lead', asha);

const storage = () => {
  const entries: Record<string, string> = {};
  const method = (value: unknown) => ({ value, enumerable: false });
  return Object.defineProperties(entries, {
    getItem: method((key: string) => entries[key] ?? null),
    setItem: method((key: string, value: string) => void (entries[key] = value)),
    removeItem: method((key: string) => void delete entries[key]),
  });
};

beforeEach((context) => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-25T10:00:00Z') });
  Object.assign(globalThis, { localStorage: storage(), sessionStorage: storage() });
  claimDrafts(asha.id);
  writePreference(KEY, 'half a name');
  assert.ok(context);
});

test('an expired session leaves its drafts to the same user, in every tab, for twelve hours', () => {
  leaveDrafts(asha.id);
  assert.equal(areDraftsWaiting(), true);
  mock.timers.tick(12 * HOUR - 1);
  dropOldDrafts();
  claimDrafts(asha.id);
  // The other tab receives the sign-in, and the page stays open until the next day.
  mock.timers.tick(20 * HOUR);
  claimDrafts(asha.id);
  dropOldDrafts();
  assert.deepEqual([readPreference(KEY), areDraftsWaiting()], ['half a name', false]);
});

test('older drafts are deleted when the page next starts or somebody signs in', () => {
  for (const wake of [dropOldDrafts, () => claimDrafts(asha.id)]) {
    writePreference(KEY, 'half a name');
    leaveDrafts(asha.id);
    mock.timers.tick(12 * HOUR);
    wake();
    assert.equal(readPreference(KEY), null);
  }
});

test('a user’s drafts are deleted when another signs in, or on sign-out', () => {
  leaveDrafts(asha.id);
  claimDrafts('bina');
  assert.equal(readPreference(KEY), null);
  writePreference(KEY, 'half a name');
  dropDrafts();
  assert.deepEqual([readPreference(KEY), areDraftsWaiting()], [null, false]);
});

test('drafts without a known user belong to nobody', () => {
  for (const broken of ['', 'null', '{}', '{"id":"asha","since":"x"}', '{"id":"asha","since":1}']) {
    writePreference(KEY, 'half a name');
    writePreference('lms:drafts-of', broken);
    claimDrafts(asha.id);
    assert.equal(readPreference(KEY), null, broken);
  }
  assert.notEqual(draftKey('x', asha), cacheKey('x', asha));
});
