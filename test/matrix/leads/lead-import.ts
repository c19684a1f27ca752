import { leadImport } from '#shared/leads/lead-import.ts';
import { body, intoAlpha, needsClient } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [
    leadImport.run,
    'everyone',
    { input: (call) => ({ ...intoAlpha(call), ...body({ leads: [{ name: 'Row' }] }) }), status: needsClient },
  ],
  [
    leadImport.preview,
    'everyone',
    { input: (call) => ({ ...intoAlpha(call), ...body({ leads: [{ name: 'Row' }] }) }), status: needsClient },
  ],
  [leadImport.sample, 'everyone'],
];
