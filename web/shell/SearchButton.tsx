import { ActionIcon, Button } from '@mantine/core';
import Search from 'lucide-react/icons/search';
import classes from '#web/shell/SearchButton.module.css';

type Props = { onClick: () => void };

/** Opens the palette, and teaches its key. */
export function SearchButton({ onClick }: Props) {
  return (
    <Button
      variant="default"
      className={classes.button}
      aria-label="Find anything"
      aria-keyshortcuts="Control+K"
      leftSection={<Search size={15} aria-hidden="true" />}
      rightSection={<kbd>Ctrl K</kbd>}
      onClick={onClick}
    >
      Find
    </Button>
  );
}

/** The same where there is room for an icon alone. */
export function SearchIcon({ onClick }: Props) {
  return (
    <ActionIcon variant="subtle" color="gray" size={40} aria-label="Find anything" onClick={onClick}>
      <Search size={20} aria-hidden="true" />
    </ActionIcon>
  );
}
