import { Button } from '@mantine/core';
import ArrowLeft from 'lucide-react/icons/arrow-left';

/** The way back to the screen before, above a page. */
export function BackButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      ml={-10}
      leftSection={<ArrowLeft size={15} aria-hidden="true" />}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
