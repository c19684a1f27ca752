import { Button } from '@mantine/core';

/** Below rows of which there are more. */
export function ShowMore({ loading = false, onClick }: { loading?: boolean; onClick: () => void }) {
  return (
    <Button variant="subtle" color="gray" size="xs" loading={loading} onClick={onClick}>
      Show more
    </Button>
  );
}
