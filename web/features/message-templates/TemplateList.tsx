import { ActionIcon, Menu } from '@mantine/core';
import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Ellipsis from 'lucide-react/icons/ellipsis';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useRef } from 'react';
import { CHANNEL_LABELS } from '#shared/message-templates.ts';
import type { MessageTemplate } from '#shared/message-templates.ts';
import classes from '#web/features/message-templates/TemplateSettings.module.css';
import { useTemplateChanges } from '#web/features/message-templates/useTemplateChanges.ts';
import items from '#web/ui/lists/Items.module.css';

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
                <TemplateMenu
                  name={template.name}
                  isFirst={place === 0}
                  isLast={place === rows.length - 1}
                  onEdit={() => onEdit(template)}
                  onMove={(step) => changes.move(rows, template, step)}
                  onDelete={() => changes.remove(rows, template)}
                />
              )}
            </li>
          ))}
        </ul>
      </section>
    ));
}

type MenuProps = {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onEdit: () => void;
  onMove: (step: -1 | 1) => void;
  onDelete: () => void;
};

function TemplateMenu({ name, isFirst, isLast, onEdit, onMove, onDelete }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const icon = { size: 15, 'aria-hidden': true } as const;
  return (
    <Menu position="bottom-end" width={190} returnFocus>
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
          Edit Template
        </Menu.Item>
        <Menu.Item disabled={isFirst} leftSection={<ArrowUp {...icon} />} onClick={() => onMove(-1)}>
          Move Up
        </Menu.Item>
        <Menu.Item disabled={isLast} leftSection={<ArrowDown {...icon} />} onClick={() => onMove(1)}>
          Move Down
        </Menu.Item>
        <Menu.Item color="var(--lms-danger)" leftSection={<Trash2 {...icon} />} onClick={onDelete}>
          Delete Template
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
