/**
 * A name that holds an email or a phone number, as that of a lead known by its number only. The pattern means the same in
 * JavaScript and in PostgreSQL.
 */
export const HOLDS_CONTACT = '@|[0-9][ ().-]{0,2}([0-9][ ().-]{0,2}){6}[0-9]';
const CONTACT = new RegExp(`${HOLDS_CONTACT}|•••`);

/** The characters of a name that fit into a title of 200. */
export const NAME_IN_TITLE = 180;

/**
 * The title of a follow-up that nobody has worded. It names the lead, except one whose name is a contact detail: titles
 * are not masked, and sales reps may have to read such a name masked.
 */
export function followUpTitle(leadName: string, { isAgain = false } = {}): string {
  const name = CONTACT.test(leadName) ? '' : [...leadName].slice(0, NAME_IN_TITLE).join('');
  if (isAgain) return name ? `Call ${name} again` : 'Call again';
  return name ? `Follow up with ${name}` : 'Follow up';
}
