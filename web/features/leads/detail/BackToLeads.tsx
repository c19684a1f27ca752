import { Button } from '@mantine/core';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useLocation, useNavigate } from 'react-router';
import type { FROM_LIST } from '#web/features/leads/list/useLastOpened.ts';
import { paths } from '#web/paths.ts';

/** Back to the list as it was left; to a fresh one when one came from elsewhere. */
export function BackToLeads() {
  const navigate = useNavigate();
  const isFromList = (useLocation().state as Partial<typeof FROM_LIST> | null)?.fromList === true;
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      ml={-10}
      leftSection={<ArrowLeft size={15} aria-hidden="true" />}
      onClick={() => void (isFromList ? navigate(-1) : navigate(paths.leads))}
    >
      Back to Leads
    </Button>
  );
}
