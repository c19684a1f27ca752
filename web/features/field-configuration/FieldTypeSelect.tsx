import { Select } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import CircleChevronDown from 'lucide-react/icons/circle-chevron-down';
import Hash from 'lucide-react/icons/hash';
import IndianRupee from 'lucide-react/icons/indian-rupee';
import Mail from 'lucide-react/icons/mail';
import Phone from 'lucide-react/icons/phone';
import SquareCheck from 'lucide-react/icons/square-check';
import Tags from 'lucide-react/icons/tags';
import TextAlignStart from 'lucide-react/icons/text-align-start';
import Type from 'lucide-react/icons/type';
import type { CustomFieldType } from '#shared/fields/custom-fields.ts';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { typeWord } from '#web/features/field-configuration/field-words.ts';

/** The types, the most used ones first. */
const ICONS: readonly (readonly [CustomFieldType, LucideIcon])[] = [
  ['text', Type],
  ['textarea', TextAlignStart],
  ['select', CircleChevronDown],
  ['number', Hash],
  ['money', IndianRupee],
  ['datetime', CalendarClock],
  ['checkbox', SquareCheck],
  ['tags', Tags],
  ['email', Mail],
  ['phone', Phone],
];
const TYPES = ICONS.map(([value]) => ({ value, label: typeWord(value) }));

type Props = {
  value: CustomFieldType;
  onChange: (type: CustomFieldType) => void;
  error?: string | undefined;
};

/** The type of a new field, which never changes afterwards. */
export function FieldTypeSelect({ value, onChange, error }: Props) {
  return (
    <Select
      label="Type"
      data={TYPES}
      value={value}
      onChange={(type) => type && onChange(type)}
      leftSection={<TypeIcon type={value} />}
      renderOption={({ option }) => (
        <span className={classes.kind}>
          <TypeIcon type={option.value} />
          {option.label}
        </span>
      )}
      maxDropdownHeight={380}
      allowDeselect={false}
      error={error}
    />
  );
}

function TypeIcon({ type }: { type: string }) {
  const Icon = ICONS.find(([value]) => value === type)?.[1];
  return Icon && <Icon size={15} aria-hidden="true" />;
}
