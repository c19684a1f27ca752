import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countedLeads, leadsFrom, nextFollowUps } from '#web/features/dashboard/dashboard-links.ts';

test('numbers link to lists without duplicates, of the chosen client', () => {
  assert.equal(countedLeads(''), '/leads?duplicates=none');
  assert.equal(countedLeads('c1', { meaning: 'won' }), '/leads?client_id=c1&meaning=won&duplicates=none');
  assert.equal(leadsFrom('', 'referral'), '/leads?source=referral&duplicates=none');
  assert.equal(leadsFrom('', null), '/leads?no_source=true&duplicates=none');
  assert.equal(nextFollowUps(''), '/leads?sort_by=next_followup_date&sort_order=asc');
});
