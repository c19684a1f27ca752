import { Menu, UnstyledButton } from '@mantine/core';
import { TONES } from '#shared/option-tones.ts';
import type { Tone } from '#shared/option-tones.ts';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { toneWord } from '#web/features/field-configuration/field-words.ts';
import { Badge } from '#web/ui/Badge.tsx';

type Props = { label: string; tone: Tone; onChange: (tone: Tone) => void };

/** The colour of an option's badges, chosen by name. */
export function ToneMenu({ label, tone, onChange }: Props) {
  return (
    // Only menu items may be inside: the library's focus placeholder is not one.
    <Menu position="bottom-end" width={140}>
      <Menu.Target>
        <UnstyledButton className={classes.tone} aria-label={`Colour of ${label}: ${toneWord(tone)}`}>
          <Badge tone={tone} withDot>
            {toneWord(tone)}
          </Badge>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Colour of ${label}`}>
        <Menu.RadioGroup value={tone} onChange={(choice) => onChange(choice as Tone)}>
          {TONES.map((choice) => (
            <Menu.RadioItem
              key={choice}
              value={choice}
              closeMenuOnClick
              data-autofocus={choice === tone || undefined}
            >
              <Badge tone={choice} withDot>
                {toneWord(choice)}
              </Badge>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
