import { leadHistory } from '#shared/leads/lead-history.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [[leadHistory.list, 'everyone', { object: 'lead' }]];
