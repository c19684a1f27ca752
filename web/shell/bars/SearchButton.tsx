import { ActionIcon, Button } from '@mantine/core';
import Search from 'lucide-react/icons/search';
import classes from '#web/shell/bars/SearchButton.module.css';

type Props = { onClick: () => void };

/** Opens the palette, and shows its key. */
export function SearchButton({ onClick }: Props) {
  return (
    <Button
      variant="default"
      className={classes.button}
      aria-keyshortcuts="Control+K"
      leftSection={<Search size={15} aria-hidden="true" />}
      rightSection={<kbd aria-hidden="true">Ctrl K</kbd>}
      onClick={onClick}
    >
      Find anything
    </Button>
  );
}

/** The same, with only room for an icon. */
export function SearchIcon({ onClick }: Props) {
  return (
    <ActionIcon variant="subtle" color="gray" size={40} aria-label="Find anything" onClick={onClick}>
      <Search size={20} aria-hidden="true" />
    </ActionIcon>
  );
}
