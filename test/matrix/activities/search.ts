import { search } from '#shared/activities/search.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [[search.find, 'everyone', { input: () => ({ query: { q: 'lead' } }) }]];
