import { UnstyledButton, useMantineColorScheme } from '@mantine/core';
import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import classes from '#web/shell/bars/ColorSchemeSwitch.module.css';

const SCHEMES = [
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
  { value: 'auto', label: 'System', icon: Monitor },
] as const;

/** Light, dark, or as the system decides. Remembered in this browser. */
export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.switch} role="radiogroup" aria-label="Colour scheme">
      {SCHEMES.map(({ value, label, icon: Icon }) => (
        <UnstyledButton
          key={value}
          className={classes.choice}
          role="radio"
          aria-checked={colorScheme === value}
          onClick={() => setColorScheme(value)}
        >
          <Icon size={15} aria-hidden="true" />
          {label}
        </UnstyledButton>
      ))}
    </div>
  );
}
