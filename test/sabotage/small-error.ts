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

/** One change of a file. */
export type Edit = {
  file: string;
  /** Must stand exactly once in the file. */
  from: string;
  to: string;
};

/** A small plausible mistake, as somebody in a hurry makes it, that compiles and that a test must notice. */
export type SmallError = Edit & {
  id: string;
  /** `drawn` for one that a seed has drawn from the code. */
  kind: Kind | 'drawn';
  /** The harm to people. */
  breaks: string;
  /** The test files nearest to it: 'path', or 'path > part of a title'. */
  tests: readonly string[];
  /** Further edits, where another layer of the same defence would catch the first alone. */
  also?: readonly Edit[];
};

export const editsOf = (error: SmallError): readonly Edit[] => [error, ...(error.also ?? [])];

/** The text with the edit made. Throws, by the error's id, when the text to replace is not there exactly once. */
export function withEdit(text: string, { from, to, file }: Edit, id: string): string {
  const found = text.split(from).length - 1;
  if (found !== 1)
    throw new Error(
      `${id}: the text to replace stands ${found} times in ${file}, not once. Bring test/sabotage up to date.`,
    );
  return text.replace(from, () => to);
}
