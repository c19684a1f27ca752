import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Lead, LeadFieldsInput } from '#shared/leads/lead.ts';
import { leads } from '#shared/leads/leads.ts';
import { query } from '#web/api/query.ts';
import classes from '#web/features/lead-duplicates/MergeDialog.module.css';
import { MergeField } from '#web/features/lead-duplicates/MergeField.tsx';
import { differingFields, initialSide, takenFields } from '#web/features/lead-duplicates/merge-fields.ts';
import type { Sides } from '#web/features/lead-duplicates/merge-fields.ts';
import { useFieldConfiguration } from '#web/leads/fields/useFieldConfiguration.ts';
import { messageOf } from '#web/lib/errors.ts';
import { Waiting } from '#web/ui/states/Waiting.tsx';

type Props = {
  lead: Lead;
  otherId: string;
  onBack: () => void;
  onMerge: (other: Lead, fields: LeadFieldsInput) => void;
  isMerging: boolean;
};

/** The differing values of both leads side by side, to choose one of each. */
export function MergeFields({ lead, otherId, onBack, onMerge, isMerging }: Props) {
  const other = useQuery({
    ...query(leads.get, { params: { id: otherId } }),
    // A merged lead is in the trash and can no longer be loaded.
    enabled: !isMerging,
  });
  const settings = useFieldConfiguration(lead.clientId);
  const [sides, setSides] = useState<Sides>({});
  const theirs = other.data?.data;
  const fields = theirs ? differingFields(lead, theirs, settings) : [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (theirs) onMerge(theirs, takenFields(lead, theirs, fields, sides));
      }}
    >
      {other.isPending && <Waiting label="Loading lead details..." />}
      {other.isError && (
        <p role="alert" className={classes.failure}>
          {messageOf(other.error, 'Failed to load lead details')}
        </p>
      )}
      {theirs && fields.length === 0 && <p className={classes.state}>Both leads have the same values.</p>}
      {theirs && fields.length > 0 && (
        <div className={classes.fields}>
          <div className={classes.heads} aria-hidden="true">
            <span />
            <span>This lead</span>
            <span>Other lead</span>
          </div>
          {fields.map((field) => (
            <MergeField
              key={field}
              field={field}
              mine={lead}
              theirs={theirs}
              settings={settings}
              side={sides[field] ?? initialSide(field, lead)}
              onChange={(side) => setSides((before) => ({ ...before, [field]: side }))}
            />
          ))}
        </div>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onBack} disabled={isMerging}>
          Back
        </Button>
        <Button type="submit" loading={isMerging} disabled={!theirs}>
          Merge leads
        </Button>
      </div>
    </form>
  );
}
