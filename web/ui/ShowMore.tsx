import { Button } from '@mantine/core';

/** The button below a list of which more rows exist. */
export function ShowMore({ loading = false, onClick }: { loading?: boolean; onClick: () => void }) {
  return (
    <Button variant="subtle" color="gray" size="xs" loading={loading} onClick={onClick}>
      Show more
    </Button>
  );
}
