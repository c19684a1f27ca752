import { leadNotes } from '#shared/leads/lead-notes.ts';
import type { Principal } from '#test/safety/principals.ts';
import { mayFurther } from '#test/safety/rights.ts';
import { body } from '#test/matrix/example.ts';
import type { Examples } from '#test/matrix/example.ts';

/** Notes in the matrix are the manager's, and only their author changes them. */
const changes = ({ person }: Principal) => (person?.role === 'manager' ? undefined : 403);
const deletes = (principal: Principal) =>
  principal.person?.role === 'manager' || mayFurther(principal.person, 'notes.delete_any') ? undefined : 403;

export const examples: Examples = [
  [leadNotes.create, 'everyone', { object: 'lead', input: () => body({ body: 'From the matrix' }) }],
  [leadNotes.update, 'everyone', { object: 'note', input: () => body({ body: 'Changed' }), status: changes }],
  [leadNotes.remove, 'everyone', { object: 'note', status: deletes }],
];
