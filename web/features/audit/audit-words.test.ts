import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AuditLine } from '#shared/accounts/audit.ts';
import { actionText, detailsText } from '#web/features/audit/audit-words.ts';

const line = (action: string, details: AuditLine['details']) => ({ action, details }) as AuditLine;
const words = (action: string, details: AuditLine['details']) =>
  detailsText(line(action, details), 'America/New_York');

test('audit log details are readable words and dates', () => {
  assert.equal(
    words('absence_changed', { last_day: '2020-12-06', first_day: '2020-12-05' }),
    'from 05/12/2020 · until 06/12/2020',
  );
  assert.equal(
    words('visibility_changed', { manager: 'company', salesrep: 'own', hintsOfColleagues: true }),
    "Managers see the company's leads · Sales Reps see own leads · hints of colleagues yes",
  );
  assert.equal(words('user_changed', { role: 'salesrep', firstName: 'Asha' }), 'Sales Rep · first name Asha');
  assert.equal(words('leads_exported', { format: 'csv', rows: 327, filter: '' }), 'format csv · rows 327');
  const filters = { status: ['new', 'Site Visit'], assigned_to: ['0197b0f4-7f68-7c1a-9a55-0d4c8a3c9f10'], custom: '{"size":"L"}', search: '…', sort_by: 'name' }; // prettier-ignore
  for (const [logged, said] of [
    [filters, 'filters status New, Site Visit; assigned to; custom; search …'],
    [{ sort_by: 'name' }, 'filters none'],
  ] as const)
    assert.equal(words('leads_exported', { filters: JSON.stringify(logged) }), said);
  assert.equal(
    words('client_changed', { subscription_end: '2026-11-25T03:30:00.000Z', is_active: false }),
    'subscription end 24/11/2026, 10:30 PM · is active no',
  );
  assert.equal(words('client_removed', { client: 'Acme', schema: 'acme' }), 'Acme · schema acme');
  assert.equal(words('signed_out_everywhere', null), '');
});

test('adding and removing an absence are two actions, and an unknown action is shown in words', () => {
  assert.equal(actionText(line('absence_changed', { first_day: '2020-12-05' })), 'User absence entered');
  assert.equal(actionText(line('absence_changed', null)), 'User absence removed');
  assert.equal(actionText(line('something_newer', null)), 'something newer');
});
