import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Delimiter } from '#shared/leads/lead-import.ts';
import classes from './FileStep.module.css';
import { pastedRows } from '#web/features/lead-import/pasted-rows.ts';
import { GrowingTextarea } from '#web/ui/fields/GrowingTextarea.tsx';

const NAME = 'pasted rows.csv';
const NOBODY = 'No line has a phone number or an email address.';

type Props = {
  text: string;
  onChange: (text: string) => void;
  /** Cells copied from a spreadsheet are separated by tabs, whatever else they contain. */
  onFile: (file: File, delimiter?: Delimiter) => void;
  isDisabled: boolean;
};

/** Rows pasted from a spreadsheet, a list or a chat. They are processed like a file. */
export function PasteRows({ text, onChange, onFile, isDisabled }: Props) {
  const [error, setError] = useState<string>();
  const take = () => {
    const rows = pastedRows(text);
    const hasRows = rows !== 'Name,Phone,Email';
    setError(hasRows ? undefined : NOBODY);
    if (hasRows)
      onFile(new File([rows], NAME, { type: 'text/csv' }), rows.includes('\t') ? 'tab' : undefined);
  };
  return (
    <div className={classes.paste}>
      <GrowingTextarea
        label="Or paste rows"
        description="From a spreadsheet, a list, or a chat: lines of a chat without a number or address are left out."
        placeholder={'Asha Rao, 98765 43210\nBina Shah, 91234 56789'}
        dir="auto"
        minRows={3}
        maxRows={8}
        disabled={isDisabled}
        value={text}
        error={error}
        onChange={(event) => {
          setError(undefined);
          onChange(event.currentTarget.value);
        }}
      />
      <Button variant="default" size="xs" disabled={isDisabled || text.trim() === ''} onClick={take}>
        Continue with these rows
      </Button>
    </div>
  );
}
