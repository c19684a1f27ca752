import { Button } from '@mantine/core';
import ArrowLeft from 'lucide-react/icons/arrow-left';

/** The link above a page to the previous screen. */
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
