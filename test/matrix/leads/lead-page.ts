import { leadPage } from '#shared/leads/lead-page.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [[leadPage.get, 'everyone', { object: 'lead' }]];
