import { leadExport } from '#shared/leads/lead-export.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [[leadExport.run, 'everyone']];
