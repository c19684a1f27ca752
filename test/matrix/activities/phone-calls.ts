import { phoneCalls } from '#shared/activities/phone-calls.ts';
import type { Principal } from '#test/safety/principals.ts';
import { mayFurther } from '#test/safety/rights.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

/** The phone calls in the matrix ring for nobody: leaders of the client see them. */
const leadsClient = ({ person }: Principal) =>
  person?.clientId && mayFurther(person, 'calls.change_any') ? undefined : 404;

export const examples: Examples = [
  [phoneCalls.current, 'everyone'],
  [phoneCalls.get, 'everyone', { object: 'phone call', status: leadsClient }],
  [
    phoneCalls.update,
    'everyone',
    { object: 'phone call', input: () => body({ notes: 'Noted' }), status: leadsClient },
  ],
  // No telephone system is set up, and no call was recorded.
  [phoneCalls.ring, 'everyone', { object: 'lead', input: () => body({}), status: () => 409 }],
  [phoneCalls.recording, 'everyone', { object: 'call', status: () => 404 }],
];
