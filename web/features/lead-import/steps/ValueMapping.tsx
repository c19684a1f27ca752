import { Select } from '@mantine/core';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import type { MappedField } from '#shared/leads/lead-import.ts';
import { counted, inNumbers } from '#shared/values/numbers.ts';
import classes from './PreviewNotes.module.css';
import type { ValueChoices } from '#web/features/lead-import/useValueChoices.ts';
import { KEEP } from '#web/features/lead-import/useValueChoices.ts';
import { UserSelect } from '#web/pickers/UserSelect.tsx';

const WORDS: Record<MappedField, { title: string; hint: string }> = {
  status: { title: 'New statuses', hint: 'You can filter by values you keep.' },
  source: { title: 'New sources', hint: 'You can filter by values you keep.' },
  interest_level: { title: 'New interest levels', hint: 'Other values aren’t allowed.' },
  owner: { title: 'Unknown owners', hint: 'No user of this client has one of these names.' },
};

type Props = {
  choices: ValueChoices;
  clientId: string | null;
  /** The leads go to people other than the owners in the file. */
  isShared: boolean;
};

/** The values unknown to the company, each with the option or colleague that it means. */
export function ValueMapping({ choices: { fields, choose }, clientId, isShared }: Props) {
  return fields
    .filter(({ field }) => !(field === 'owner' && isShared))
    .map(({ field, values, choices }) => (
      <div key={field}>
        <dt>{WORDS[field].title}</dt>
        <dd>
          <ul className={classes.mapping} aria-label={WORDS[field].title}>
            {values.map(({ value, rows, choice, closes }) => {
              const props = {
                value: choice,
                onChange: (to: string | null) => choose(field, value, to ?? KEEP),
                size: 'xs',
              } as const;
              return (
                <li key={value}>
                  <span className={classes.value} title={value} dir="auto">
                    {value} · {inNumbers(rows)}
                  </span>
                  {field === 'owner' ? (
                    <OwnerSelect
                      {...props}
                      label={`${value} is`}
                      isLabelHidden
                      clientId={clientId ?? undefined}
                      before={choices.filter((one) => one.value === KEEP)}
                      known={choices.find((one) => one.value === choice && choice !== KEEP)}
                    />
                  ) : (
                    <Select
                      {...props}
                      aria-label={`${value} is`}
                      data={choices}
                      searchable={choices.length > 8}
                      allowDeselect={false}
                      description={closes && `closes ${counted(rows, 'lead')}`}
                      inputWrapperOrder={['input', 'description']}
                    />
                  )}
                </li>
              );
            })}
          </ul>
          {field === 'status' && <Closed values={values} />}
          <p className={classes.hint}>{WORDS[field].hint}</p>
        </dd>
      </div>
    ));
}

/**
 * The number of leads that the chosen statuses close, if any: a wrong guess would hide them from everybody's
 * day.
 */
function Closed({ values }: { values: ValueChoices['fields'][number]['values'] }) {
  const leads = values.filter(({ closes }) => closes).reduce((sum, { rows }) => sum + rows, 0);
  return leads > 0 && <p className={classes.closed}>This closes {counted(leads, 'lead')}.</p>;
}

type OwnerProps = ComponentProps<typeof UserSelect>;

/** A colleague. One found by searching keeps the name when the search ends. */
function OwnerSelect({ known, onChange, ...props }: OwnerProps) {
  const [found, setFound] = useState<OwnerProps['known']>();
  return (
    <UserSelect
      {...props}
      known={found?.value === props.value ? found : known}
      onChange={(id, name) => {
        setFound(id && name && id !== KEEP ? { value: id, label: name } : undefined);
        onChange(id);
      }}
    />
  );
}
