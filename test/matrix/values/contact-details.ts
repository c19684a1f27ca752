import { contactDetails } from '#shared/values/contact-details.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [contactDetails.show, 'everyone', { object: 'lead', input: () => body({ fields: ['phone', 'email'] }) }],
];
