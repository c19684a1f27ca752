import { Button } from '@mantine/core';

/** The button below a list that has more rows. */
export function ShowMore({ loading = false, onClick }: { loading?: boolean; onClick: () => void }) {
  return (
    <Button variant="subtle" color="gray" size="xs" loading={loading} onClick={onClick}>
      Show more
    </Button>
  );
}
