import { useSortable } from '@dnd-kit/sortable';
import { ActionIcon, Menu } from '@mantine/core';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Power from 'lucide-react/icons/power';
import Trash2 from 'lucide-react/icons/trash-2';
import { useRef } from 'react';
import type { DistributionPerson } from '#shared/distribution.ts';
import classes from '#web/features/distribution/Distribution.module.css';
import { ruleSentence } from '#web/features/distribution/rule-words.ts';
import type { RuleWords } from '#web/features/distribution/rule-words.ts';
import type { DraftRule } from '#web/features/distribution/useRuleDraft.ts';
import { focusContent } from '#web/lib/focus-content.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DragHandle } from '#web/ui/lists/DragHandle.tsx';
import items from '#web/ui/lists/Items.module.css';

type Props = {
  rule: DraftRule;
  place: number;
  words: RuleWords;
  people: readonly DistributionPerson[];
  onEdit: () => void;
  onSwitch: () => void;
  onRemove: () => void;
};

/** A rule as a sentence, with a note on people who no longer get leads from it. */
export function RuleItem({ rule, place, words, people, ...actions }: Props) {
  const item = useSortable({ id: rule.key });
  const { setNodeRef, transform, transition, isDragging } = item;
  const left = rule.people.filter((id) => !people.find((person) => person.id === id)?.is_active);
  return (
    <li
      ref={setNodeRef}
      className={classes.rule}
      data-dragging={isDragging || undefined}
      style={{ transform: transform ? `translateY(${transform.y}px)` : undefined, transition }}
    >
      <DragHandle label={rule.name} item={item} />
      <div className={classes.ruleText}>
        <p className={items.heading}>
          <b dir="auto">
            {place + 1}. {rule.name}
          </b>
          {!rule.is_active && <Badge>Off</Badge>}
        </p>
        <p className={classes.sentence} dir="auto">
          {ruleSentence(rule, words)}
        </p>
        {left.length > 0 && (
          <p className={classes.warning}>
            No active {left.length === 1 ? 'user' : 'users'} any more, and out of this rule:{' '}
            {left.map(words.person).join(', ')}
          </p>
        )}
      </div>
      <RuleMenu name={rule.name} isActive={rule.is_active} {...actions} />
    </li>
  );
}

type MenuProps = Pick<Props, 'onEdit' | 'onSwitch' | 'onRemove'> & { name: string; isActive: boolean };

function RuleMenu({ name, isActive, onEdit, onSwitch, onRemove }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const icon = { size: 15, 'aria-hidden': true } as const;
  return (
    <Menu position="bottom-end" width={170} returnFocus>
      <Menu.Target>
        <ActionIcon ref={button} size={28} aria-label={`Actions for ${name}`}>
          <Ellipsis size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${name}`}>
        <Menu.Item
          leftSection={<Pencil {...icon} />}
          onClick={() => {
            // A popup returns the focus to its opener. That must be the button, since the menu will be gone.
            button.current?.focus();
            onEdit();
          }}
        >
          Edit Rule
        </Menu.Item>
        <Menu.Item leftSection={<Power {...icon} />} onClick={onSwitch}>
          {isActive ? 'Switch Off' : 'Switch On'}
        </Menu.Item>
        <Menu.Item
          color="var(--lms-danger)"
          leftSection={<Trash2 {...icon} />}
          onClick={() => {
            onRemove();
            focusContent();
          }}
        >
          Delete Rule
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
