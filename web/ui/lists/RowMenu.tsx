import { ActionIcon, Loader, Menu } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { useRef } from 'react';

type RowAction = {
  label: string;
  icon: LucideIcon;
  onClick: () => void;
  isDangerous?: boolean;
  isDisabled?: boolean;
};

type Props = {
  /** The name of the row's object. */
  name: string;
  isBusy?: boolean;
  className?: string | undefined;
  /** The actions in order; a false one is left out. */
  actions: readonly (RowAction | false)[];
};

/** The actions on a row of a list. A popup that one of them opens gives the focus back to the button. */
export function RowMenu({ name, isBusy = false, className, actions }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-end" width={200} returnFocus disabled={isBusy}>
      <Menu.Target>
        <ActionIcon
          ref={button}
          className={className}
          size={28}
          aria-label={`Actions for ${name}`}
          aria-busy={isBusy}
        >
          {isBusy ? <Loader size={14} aria-hidden="true" /> : <Ellipsis size={16} aria-hidden="true" />}
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={`Actions for ${name}`}>
        {actions.map(
          (action) =>
            action && (
              <Menu.Item
                key={action.label}
                disabled={action.isDisabled}
                {...(action.isDangerous && { color: 'var(--lms-danger)' })}
                leftSection={<action.icon size={15} aria-hidden="true" />}
                onClick={() => {
                  // A popup returns the focus to its opener. That must be the button, since the menu will be gone.
                  button.current?.focus();
                  action.onClick();
                }}
              >
                {action.label}
              </Menu.Item>
            ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
