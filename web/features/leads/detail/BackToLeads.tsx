import { Button } from '@mantine/core';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '#web/paths.ts';

/** Back to the list as it was left; to a fresh one when the page was opened by its address. */
export function BackToLeads() {
  const navigate = useNavigate();
  const { key } = useLocation();
  return (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      ml={-10}
      leftSection={<ArrowLeft size={15} aria-hidden="true" />}
      onClick={() => void (key === 'default' ? navigate(paths.leads) : navigate(-1))}
    >
      Back to Leads
    </Button>
  );
}
