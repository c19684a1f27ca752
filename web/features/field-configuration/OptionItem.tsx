import { useSortable } from '@dnd-kit/sortable';
import { ActionIcon, Select, TextInput, Menu, UnstyledButton } from '@mantine/core';
import X from 'lucide-react/icons/x';
import { isCustomKey } from '#shared/fields/custom-fields.ts';
import type { FieldKey } from '#shared/fields/lead-fields.ts';
import type { StatusMeaning } from '#shared/fields/lead-options.ts';
import { isColoured, optionTone, TONES } from '#shared/fields/option-tones.ts';
import type { ColouredOption, Tone } from '#shared/fields/option-tones.ts';
import classes from '#web/features/field-configuration/LeadFields.module.css';
import { MEANINGS, toneWord } from '#web/features/field-configuration/field-words.ts';
import { DragHandle } from '#web/ui/lists/DragHandle.tsx';
import { Badge } from '#web/ui/Badge.tsx';

type Props = {
  /** Absent for a new field. */
  field: FieldKey | undefined;
  option: ColouredOption;
  /** The last option cannot be removed: the field needs at least one. */
  isLast: boolean;
  onChange: (option: ColouredOption) => void;
  onRemove: () => void;
};

/** An option of a field. Its label can change, its stored value cannot. */
export function OptionItem({ field, option, isLast, onChange, onRemove }: Props) {
  const { value, label, meaning } = option;
  const item = useSortable({ id: value });
  const { setNodeRef, transform, transition, isDragging } = item;
  return (
    <li
      ref={setNodeRef}
      className={classes.option}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <DragHandle label={label} item={item} />
      <TextInput
        className={classes.label}
        aria-label={`Label of ${value}`}
        value={label}
        maxLength={80}
        error={label.trim() === ''}
        onChange={(event) => onChange({ ...option, label: event.currentTarget.value })}
      />
      {field === 'status' && (
        <Select
          className={classes.meaning}
          aria-label={`Meaning of ${label}`}
          data={MEANINGS}
          value={meaning ?? 'open'}
          allowDeselect={false}
          onChange={(next) => onChange({ ...option, meaning: next as StatusMeaning })}
        />
      )}
      {field && !isCustomKey(field) && isColoured(field) && (
        <ToneMenu
          label={label}
          tone={optionTone(field, value, [option])}
          onChange={(tone) => onChange({ ...option, tone })}
        />
      )}
      <ActionIcon
        size={34}
        aria-label={`Remove ${label}`}
        title={isLast ? 'A field needs an option.' : 'Remove'}
        disabled={isLast}
        onClick={({ currentTarget }) => {
          const row = currentTarget.closest('li');
          const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
          neighbour?.querySelector('button')?.focus();
          onRemove();
        }}
      >
        <X size={15} aria-hidden="true" />
      </ActionIcon>
    </li>
  );
}

type ToneMenuProps = { label: string; tone: Tone; onChange: (tone: Tone) => void };

/** The colour of an option's badges, chosen by name. */
function ToneMenu({ label, tone, onChange }: ToneMenuProps) {
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
