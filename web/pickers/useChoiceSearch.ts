import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { Pagination } from '#shared/protocol/pagination.ts';

/** Milliseconds after the last key before the server is called. */
const PAUSE = 250;

/**
 * The search in a select whose server returns a first page of options. `asked` goes to the server. A list
 * that fits into one page is searched only in the browser; text typed before the first response goes to the
 * server.
 */
export function useChoiceSearch() {
  const [typed, setTyped] = useState('');
  const [asked] = useDebouncedValue(typed.trim(), PAUSE);
  /**
   * Receives typed text. An option's label is not a search: the select writes it into its input when it is
   * chosen.
   */
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
