/** Whether a value is a phone number or email of which the user reads only the beginning and the end. */
export const isMasked = (value: unknown): value is string =>
  typeof value === 'string' && value.includes('•••');

/** Leaves out the texts of a lead that it now shows masked: nobody can say whether they have changed. */
export const comparable = (texts: Readonly<Record<string, string>>, now: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(texts).filter(([field]) => !isMasked(now[field])));
