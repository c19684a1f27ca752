import { clients } from '#shared/clients.ts';
import { unused } from '#test/targets.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [clients.list, {}],
  [clients.create, { input: () => body({ clientName: 'New client', schemaName: `new_${unused()}` }) }],
  [clients.setActive, { object: 'client', input: () => body({ isActive: false }) }],
  [clients.remove, { object: 'client' }],
  [clients.stats, { object: 'client' }],
  [clients.schema, { object: 'client' }],
];
