/** Whether a value is a phone number or email of which the user reads only the beginning and the end. */
export const isMasked = (value: unknown): value is string =>
  typeof value === 'string' && value.includes('•••');
