import { useGoToList } from '#web/features/leads/detail/useGoToList.ts';
import { BackButton } from '#web/ui/BackButton.tsx';

/** Returns to the list as it was left, or to a fresh list for a user who came from elsewhere. */
export function BackToLeads() {
  return <BackButton onClick={useGoToList()}>Back to Leads</BackButton>;
}
