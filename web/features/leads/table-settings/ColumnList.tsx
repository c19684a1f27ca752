import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { leadField } from '#shared/lead-fields.ts';
import type { LeadFieldCategory, LeadFieldKey } from '#shared/lead-fields.ts';
import { ColumnItem } from '#web/features/leads/table-settings/ColumnItem.tsx';
import classes from '#web/features/leads/table-settings/TableSettingsDialog.module.css';
import { moved } from '#web/lib/moved.ts';
import { Sortable } from '#web/ui/Sortable.tsx';

const CATEGORIES: LeadFieldCategory[] = [
  'basic',
  'contact',
  'sales',
  'marketing',
  'business',
  'management',
  'quality',
];

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

type Props = {
  order: readonly LeadFieldKey[];
  visible: ReadonlySet<LeadFieldKey>;
  title: (field: LeadFieldKey) => string;
  onOrder: (order: LeadFieldKey[]) => void;
  onToggle: (field: LeadFieldKey) => void;
};

/** Every column, to show, hide and reorder by mouse, touch and keyboard; the categories narrow what is listed. */
export function ColumnList({ order, visible, title, onOrder, onToggle }: Props) {
  const [category, setCategory] = useState<LeadFieldCategory>();
  const listed = category ? order.filter((key) => leadField(key).category === category) : order;
  return (
    <>
      <div className={classes.categories} role="group" aria-label="Column categories">
        {[undefined, ...CATEGORIES].map((name) => (
          <UnstyledButton
            key={name ?? 'all'}
            className={classes.category}
            aria-pressed={category === name}
            onClick={() => setCategory(name)}
          >
            {name ? capitalised(name) : 'All'}
          </UnstyledButton>
        ))}
      </div>
      <Sortable
        ids={listed}
        noun="column"
        name={(id) => title(id as LeadFieldKey)}
        onMove={(id, over) => onOrder(moved(order, id as LeadFieldKey, over as LeadFieldKey))}
      >
        <ul className={classes.columns} aria-label="Columns">
          {listed.map((key) => (
            <ColumnItem
              key={key}
              field={key}
              label={title(key)}
              category={category ? undefined : capitalised(leadField(key).category)}
              isShown={visible.has(key)}
              onToggle={() => onToggle(key)}
            />
          ))}
        </ul>
      </Sortable>
    </>
  );
}
