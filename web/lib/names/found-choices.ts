import { foldText } from '#shared/values/fold-text.ts';

/** A choice with its label, and with the text by which it is found as well: an email, an SKU. */
export type FoundChoice = { value: string; label: string; also?: string | undefined };

/** Whether what was typed occurs in a choice, in any case and with or without accents, as on the server. */
export function isFound(
  { label = '', also = '' }: { label?: string; also?: string },
  typed: string,
): boolean {
  return foldText(`${label} ${also}`).includes(foldText(typed.trim()));
}

/** The options in which the search occurs: `filter` of a select, which otherwise looks only at labels. */
export function foundChoices<Option extends object>(asked: { options: Option[]; search: string }): Option[] {
  return asked.options.filter((option) => isFound(option, asked.search));
}
