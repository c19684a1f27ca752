import { Button } from '@mantine/core';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useGoToList } from '#web/features/leads/detail/useGoToList.ts';

/** Back to the list as it was left; to a fresh one when one came from elsewhere. */
export function BackToLeads() {
  const goToList = useGoToList();
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      ml={-10}
      leftSection={<ArrowLeft size={15} aria-hidden="true" />}
      onClick={goToList}
    >
      Back to Leads
    </Button>
  );
}
