import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import classes from '#web/features/products/Products.module.css';
import { messageOf } from '#web/lib/errors.ts';

type Props = {
  label: string;
  action: string;
  initial?: string;
  onSave: (name: string) => Promise<void>;
  onCancel?: () => void;
};

/** A name to type and save. The server's rejection shows below it. */
export function CategoryNameForm({ label, action, initial = '', onSave, onCancel }: Props) {
  const [name, setName] = useState(initial);
  const [error, setError] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    // The popup may be open over another form.
    event.stopPropagation();
    if (isSaving) return;
    if (!name.trim()) {
      setError('Category name is required.');
      return;
    }
    setIsSaving(true);
    try {
      await onSave(name.trim());
      setName('');
      setError(undefined);
    } catch (failure) {
      setError(messageOf(failure, 'Failed to save category'));
    }
    setIsSaving(false);
  };
  return (
    <form className={classes.form} onSubmit={(event) => void save(event)} noValidate>
      <TextInput
        className={classes.grows}
        aria-label={label}
        placeholder={label}
        maxLength={100}
        autoComplete="off"
        data-autofocus
        autoFocus={onCancel !== undefined}
        value={name}
        error={error}
        onChange={(event) => {
          setName(event.currentTarget.value);
          setError(undefined);
        }}
      />
      {onCancel && (
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      )}
      <Button type="submit" loading={isSaving} variant={onCancel ? 'filled' : 'default'}>
        {action}
      </Button>
    </form>
  );
}
