import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { CHANNEL_LABELS } from '#shared/leads/message-templates.ts';
import type { MessageTemplate } from '#shared/leads/message-templates.ts';
import classes from '#web/features/message-templates/TemplateSettings.module.css';
import { useTemplateChanges } from '#web/features/message-templates/useTemplateChanges.ts';
import items from '#web/ui/lists/Items.module.css';
import { RowMenu } from '#web/ui/lists/RowMenu.tsx';

type Props = {
  templates: readonly MessageTemplate[];
  clientId: string | undefined;
  onEdit: (template: MessageTemplate) => void;
};

/** The company's templates and the user's own, each in the order in which they are offered. */
export function TemplateList({ templates, clientId, onEdit }: Props) {
  const groups = [
    { title: 'Company', rows: templates.filter(({ is_shared }) => is_shared) },
    { title: 'Only me', rows: templates.filter(({ is_shared }) => !is_shared) },
  ];
  const changes = useTemplateChanges(clientId);
  return groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) => (
      <section key={title} aria-label={title}>
        <h2 className={classes.group}>{title}</h2>
        <ul className={items.items}>
          {rows.map((template, place) => (
            <li key={template.id} className={items.item} data-centred>
              <div className={items.body}>
                <p className={items.name} dir="auto">
                  {template.name}
                </p>
                <p className={classes.body} dir="auto">
                  {template.subject || template.body}
                </p>
                <p className={items.about}>{CHANNEL_LABELS[template.channel]}</p>
              </div>
              {template.can_edit && (
                <RowMenu
                  name={template.name}
                  actions={[
                    { label: 'Edit Template', icon: Pencil, onClick: () => onEdit(template) },
                    {
                      label: 'Move Up',
                      icon: ArrowUp,
                      isDisabled: place === 0,
                      onClick: () => changes.move(rows, template, -1),
                    },
                    {
                      label: 'Move Down',
                      icon: ArrowDown,
                      isDisabled: place === rows.length - 1,
                      onClick: () => changes.move(rows, template, 1),
                    },
                    {
                      label: 'Delete Template',
                      icon: Trash2,
                      isDangerous: true,
                      onClick: () => changes.remove(rows, template),
                    },
                  ]}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
    ));
}
