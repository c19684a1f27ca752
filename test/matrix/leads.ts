import { leads } from '#shared/leads.ts';
import { body, deletesAny, intoAlpha, needsClient } from '#test/matrix/example.ts';
import type { Example, Examples } from '#test/matrix/example.ts';

const changing = (value: object): Example => ({ object: 'lead', input: () => body(value) });

export const examples: Examples = [
  [leads.list, { input: () => ({ query: { page: '1', limit: '12' } }) }],
  [leads.stats, {}],
  [leads.values, {}],
  [leads.get, { object: 'lead' }],
  [leads.neighbours, { object: 'lead' }],
  [
    leads.create,
    { input: (call) => ({ ...intoAlpha(call), body: { name: 'From the matrix' } }), status: needsClient },
  ],
  [leads.update, changing({ name: 'Changed', version: 1 })],
  [leads.remove, { object: 'lead', status: deletesAny }],
  [leads.setStatus, changing({ status: 'converted' })],
  [leads.setArchived, changing({ is_archived: true })],
  [leads.assign, changing({ assigned_to: null })],
  [leads.setScore, changing({ lead_score: 99 })],
  [leads.addTags, changing({ tags: ['changed'] })],
  [leads.removeTags, changing({ tags: ['first'] })],
  [leads.setDuplicate, changing({ is_duplicate: true })],
  [leads.convert, changing({ converted_at: '2026-01-01T00:00:00Z' })],
  [leads.contact, { object: 'lead' }],
];
