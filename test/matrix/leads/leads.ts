import { leads } from '#shared/leads/leads.ts';
import { body, deletesAny, intoAlpha, needsClient } from '#test/matrix/example.ts';
import type { Example, Examples } from '#test/matrix/example.ts';

const changing = (value: object): Example => ({ object: 'lead', input: () => body(value) });

export const examples: Examples = [
  [leads.list, 'everyone', { input: () => ({ query: { page: '1', limit: '12' } }) }],
  [leads.count, 'everyone'],
  [leads.stats, 'everyone'],
  [leads.values, 'everyone'],
  [leads.get, 'everyone', { object: 'lead' }],
  [leads.neighbours, 'everyone', { object: 'lead' }],
  [
    leads.create,
    'everyone',
    { input: (call) => ({ ...intoAlpha(call), body: { name: 'From the matrix' } }), status: needsClient },
  ],
  [leads.update, 'everyone', changing({ name: 'Changed', version: 1 })],
  [leads.remove, 'everyone', { object: 'lead', status: deletesAny }],
  [leads.setStatus, 'everyone', changing({ status: 'converted' })],
  [leads.setArchived, 'everyone', changing({ is_archived: true })],
  [leads.assign, 'everyone', changing({ assigned_to: null })],
  [leads.setScore, 'everyone', changing({ lead_score: 99 })],
  [leads.addTags, 'everyone', changing({ tags: ['changed'] })],
  [leads.removeTags, 'everyone', changing({ tags: ['first'] })],
  [leads.setDuplicate, 'everyone', changing({ is_duplicate: true })],
  [leads.convert, 'everyone', changing({ converted_at: '2026-01-01T00:00:00Z' })],
  [leads.contact, 'everyone', { object: 'lead' }],
];
