/** The kinds of small errors; the list has several of each. */
export const KINDS = [
  'tenancy',
  'visibility',
  'roles',
  'sessions',
  'locks',
  'mirror',
  'dates',
  'duplicates',
  'filters',
  'pages',
  'escaping',
  'limits',
  'audit',
  'headers',
  'mails',
  'undo',
  'streams',
  'idempotency',
  'counters',
  'money',
  'guards',
  'caches',
  'forms',
] as const;

type Kind = (typeof KINDS)[number];

/** One change to a file. */
export type Edit = {
  file: string;
  /** Must occur exactly once in the file. */
  from: string;
  to: string;
};

/** A small plausible mistake, as made in a hurry, that compiles and that a test must notice. */
export type SmallError = Edit & {
  id: string;
  /** `drawn` for errors drawn from the code by a seed. */
  kind: Kind | 'drawn';
  /** The harm to users. */
  breaks: string;
  /** The test files nearest to it: 'path', or 'path > part of a title'. */
  tests: readonly string[];
  /** Additional edits, where another layer of the same defence would catch the first one. */
  also?: readonly Edit[];
};

export const editsOf = (error: SmallError): readonly Edit[] => [error, ...(error.also ?? [])];

/**
 * Returns the text with the edit made. Throws, naming the error's id, unless the text to replace occurs
 * exactly once.
 */
export function withEdit(text: string, { from, to, file }: Edit, id: string): string {
  const found = text.split(from).length - 1;
  if (found !== 1)
    throw new Error(
      `${id}: the text to replace stands ${found} times in ${file}, not once. Bring test/sabotage up to date.`,
    );
  return text.replace(from, () => to);
}
