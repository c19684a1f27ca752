/**
 * A first and last name for the account of an operator of whom only the email is known: `priya.sharma@…` is
 * Priya Sharma. Without two words the last name stays empty until its owner enters it.
 */
export function nameOfEmail(email: string): { first_name: string; last_name: string } {
  const local = email.split('@')[0]?.split('+')[0] ?? '';
  const words = local.split(/[._-]+/).filter((word) => /\p{L}/u.test(word));
  const [first = 'Admin', ...others] = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return { first_name: first.slice(0, 100), last_name: others.join(' ').slice(0, 100) };
}
