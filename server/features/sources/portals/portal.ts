/** A value as a portal sends it, under the portal's own name. */
export type Answer = { name: string; value: string };

/** One lead of a delivery, in the words of the portal. */
export type Reading = {
  answers: Answer[];
  /** The portal's own number of the lead: the same number is the same lead, for ever. */
  portalId?: string | undefined;
  /** The portal says by itself that this is no real lead. */
  isTest?: boolean;
};

/** The way in which a portal writes its leads. */
export type Portal = {
  /** The leads of a request, one after the other. */
  parts: (payload: unknown) => unknown[];
  read: (part: unknown) => Reading;
};

export type Values = Record<string, unknown>;

/** An object's properties; none for anything else. */
export function valuesIn(value: unknown): Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Values) : {};
}

/** A text or number as text without blanks around it; '' for anything else. */
export function wordOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The named values that are not empty, under other names where the portal's are not plain. */
export function answersOf(values: Values, names: Readonly<Record<string, string>>): Answer[] {
  return Object.entries(values)
    .map(([name, value]) => ({ name: names[name] ?? name, value: wordOf(value) }))
    .filter(({ value }) => value !== '');
}
