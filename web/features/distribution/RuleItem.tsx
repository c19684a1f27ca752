import { useSortable } from '@dnd-kit/sortable';
import Pencil from 'lucide-react/icons/pencil';
import Power from 'lucide-react/icons/power';
import Trash2 from 'lucide-react/icons/trash-2';
import type { DistributionPerson } from '#shared/company/distribution.ts';
import classes from '#web/features/distribution/Distribution.module.css';
import { ruleSentence } from '#web/features/distribution/rule-words.ts';
import type { RuleWords } from '#web/features/distribution/rule-words.ts';
import type { DraftRule } from '#web/features/distribution/rebase-rules.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { DragHandle } from '#web/ui/lists/DragHandle.tsx';
import items from '#web/ui/lists/Items.module.css';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';

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
export function RuleItem({ rule, place, words, people, onEdit, onSwitch, onRemove }: Props) {
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
            No longer active, so not part of this rule: {left.map(words.person).join(', ')}
          </p>
        )}
      </div>
      <RowMenu
        name={rule.name}
        actions={[
          { label: 'Edit Rule', icon: Pencil, onClick: onEdit },
          { label: rule.is_active ? 'Switch Off' : 'Switch On', icon: Power, onClick: onSwitch },
          { label: 'Delete Rule', icon: Trash2, isDangerous: true, onClick: onRemove },
        ]}
      />
    </li>
  );
}
