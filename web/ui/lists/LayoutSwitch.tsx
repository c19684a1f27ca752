import { ActionIcon } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import classes from '#web/ui/lists/Toolbar.module.css';

type Props<Value extends string> = {
  layouts: readonly { value: Value; label: string; icon: LucideIcon }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Switches between the ways of showing a list. */
export function LayoutSwitch<Value extends string>({ layouts, value: chosen, onChange }: Props<Value>) {
  return (
    <div role="group" aria-label="Layout" className={classes.switch}>
      {layouts.map(({ value, label, icon: Icon }) => (
        <ActionIcon
          key={value}
          aria-label={label}
          aria-pressed={chosen === value}
          title={label}
          onClick={() => onChange(value)}
        >
          <Icon size={16} aria-hidden="true" />
        </ActionIcon>
      ))}
    </div>
  );
}
