import { leadTrash } from '#shared/leads/lead-trash.ts';
import { deletesAny } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [leadTrash.list, 'everyone', { input: () => ({ query: { page: '1', limit: '100' } }) }],
  [leadTrash.restore, 'everyone', { object: 'trashed lead', status: deletesAny }],
  [leadTrash.erase, 'erase leads', { object: 'trashed lead' }],
];
