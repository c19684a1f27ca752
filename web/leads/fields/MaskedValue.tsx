import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import { valueOf } from '#shared/leads/lead.ts';
import type { Lead } from '#shared/leads/lead.ts';
import classes from '#web/leads/fields/MaskedValue.module.css';
import { withValue } from '#web/leads/fields/with-value.ts';
import { showContacts } from '#web/leads/messages/show-contacts.ts';

type Props = {
  lead: Lead;
  field: FieldKey;
  title: string;
  /** Shows the value of a lead; `isWhole` once it is not masked. */
  children: (lead: Lead, isWhole: boolean) => ReactNode;
};

/** A masked phone number or email, and the button that shows the whole of it. */
export function MaskedValue({ lead, field, title, children }: Props) {
  const client = useQueryClient();
  const masked = valueOf(lead, field);
  const [shown, setShown] = useState<{ masked: unknown; value: string }>();
  const [isBusy, setIsBusy] = useState(false);
  // A value that somebody has changed since is masked again.
  if (shown?.masked === masked) return children({ ...lead, ...withValue(lead, field, shown.value) }, true);
  const show = async () => {
    setIsBusy(true);
    const value = (await showContacts(client, lead.id, [field]))?.[field];
    setIsBusy(false);
    if (value) setShown({ masked, value });
  };
  return (
    <span className={classes.masked}>
      {children(lead, false)}
      <Button
        size="compact-xs"
        variant="default"
        loading={isBusy}
        aria-label={`Show ${title} of ${lead.name}`}
        onClick={() => void show()}
      >
        Show
      </Button>
    </span>
  );
}
