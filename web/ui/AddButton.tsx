import { Button } from '@mantine/core';
import Plus from 'lucide-react/icons/plus';

type Props = { onClick: () => void; children: string };

/** Opens the popup for something new. */
export function AddButton({ onClick, children }: Props) {
  return (
    <Button
      variant="default"
      leftSection={<Plus size={15} aria-hidden="true" />}
      onClick={onClick}
      aria-haspopup="dialog"
    >
      {children}
    </Button>
  );
}
