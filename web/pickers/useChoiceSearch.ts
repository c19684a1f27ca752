import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Pagination } from '#shared/pagination.ts';

/** Time after the last key before the server is asked, in milliseconds. */
const PAUSE = 250;

/**
 * The search of a select whose server gives a first page of choices: `asked` goes to the server. A list that is known
 * to have one page is searched by the select alone; text typed before the first answer is asked for.
 */
export function useChoiceSearch() {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), PAUSE);
  /** Hears typed text. The label of a choice is no search: a select writes it into its field when it is chosen. */
  const listen = (
    text: string,
    answered: Pagination | undefined,
    choices: readonly { label: string }[] = [],
  ) => {
    const isWhole = !asked && answered !== undefined && answered.totalPages <= 1;
    setTyped(isWhole || choices.some(({ label }) => label === text) ? '' : text);
  };
  return { asked, listen };
}
