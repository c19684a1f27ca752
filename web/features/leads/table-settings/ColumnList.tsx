import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import type { FieldKey, LeadFieldCategory } from '#shared/fields/lead-fields.ts';
import { ColumnItem } from '#web/features/leads/table-settings/ColumnItem.tsx';
import classes from '#web/features/leads/table-settings/TableSettingsDialog.module.css';
import type { FieldSettings } from '#web/leads/fields/field-settings.ts';
import { moved } from '#web/lib/moved.ts';
import { Sortable } from '#web/ui/lists/Sortable.tsx';

const CATEGORIES: LeadFieldCategory[] = [
  'basic',
  'contact',
  'sales',
  'marketing',
  'business',
  'management',
  'quality',
];

const categoryWord = (category: LeadFieldCategory) =>
  category === 'custom' ? 'Custom fields' : category.charAt(0).toUpperCase() + category.slice(1);

type Props = {
  order: readonly FieldKey[];
  visible: ReadonlySet<FieldKey>;
  fields: FieldSettings;
  onOrder: (order: FieldKey[]) => void;
  onToggle: (field: FieldKey) => void;
};

/** All columns, to show, hide and reorder by mouse, touch and keyboard. Categories narrow the list. */
export function ColumnList({ order, visible, fields, onOrder, onToggle }: Props) {
  const [category, setCategory] = useState<LeadFieldCategory>();
  const categories = fields.custom.length > 0 ? [...CATEGORIES, 'custom' as const] : CATEGORIES;
  const categoryOf = (key: FieldKey) => fields.field(key).category;
  const listed = category ? order.filter((key) => categoryOf(key) === category) : order;
  return (
    <>
      <div className={classes.categories} role="group" aria-label="Column categories">
        {[undefined, ...categories].map((name) => (
          <UnstyledButton
            key={name ?? 'all'}
            className={classes.category}
            aria-pressed={category === name}
            onClick={() => setCategory(name)}
          >
            {name ? categoryWord(name) : 'All'}
          </UnstyledButton>
        ))}
      </div>
      <Sortable
        ids={listed}
        noun="column"
        name={fields.title}
        onMove={(id, over) => onOrder(moved(order, id, over))}
      >
        <ul className={classes.columns} aria-label="Columns">
          {listed.map((key) => (
            <ColumnItem
              key={key}
              field={key}
              label={fields.title(key)}
              category={category ? undefined : categoryWord(categoryOf(key))}
              isShown={visible.has(key)}
              onToggle={() => onToggle(key)}
            />
          ))}
        </ul>
      </Sortable>
    </>
  );
}
