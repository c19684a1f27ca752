import { clients } from '#shared/installation/clients.ts';
import { unused } from '#test/safety/targets.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [clients.list, 'see clients'],
  [
    clients.create,
    'manage clients',
    { input: () => body({ clientName: 'New client', schemaName: `new_${unused()}` }) },
  ],
  [clients.update, 'manage clients', { object: 'client', input: () => body({ country: 'GB' }) }],
  [clients.setActive, 'manage clients', { object: 'client', input: () => body({ isActive: false }) }],
  [clients.archive, 'download all data', { object: 'client', keeps: true }],
  [clients.remove, 'manage clients', { object: 'client' }],
  [clients.stats, 'manage clients', { object: 'client', keeps: true }],
  [clients.schema, 'manage clients', { object: 'client', keeps: true }],
];
