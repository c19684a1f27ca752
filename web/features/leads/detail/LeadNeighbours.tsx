import { ActionIcon } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { LeadNeighbours as Neighbours } from '#shared/leads/leads.ts';
import { inNumbers } from '#shared/values/numbers.ts';
import classes from '#web/features/leads/detail/LeadNeighbours.module.css';
import page from '#web/leads/LeadPage.module.css';
import { leadLink, listSearchOf } from '#web/leads/list/list-link.ts';
import { useNeighboursQuery } from '#web/leads/list/useNeighboursQuery.ts';
import { usePageKeys } from '#web/lib/page-keys.ts';

/** The position of the lead in the list it was opened from, and links to its neighbours: buttons, K and J. */
export function LeadNeighbours({ leadId, listSearch }: { leadId: string; listSearch: URLSearchParams }) {
  const { data: answer, isPlaceholderData } = useQuery({
    ...useNeighboursQuery(listSearch)(leadId),
    placeholderData: keepPreviousData,
  });
  const place = answer?.data;
  const open = useOpenLead();
  // While the next position loads, the neighbours are still those of the previous lead.
  const previous = isPlaceholderData ? null : place?.previous_id;
  const next = isPlaceholderData ? null : place?.next_id;
  usePageKeys([
    { keys: 'J', does: 'Next lead', run: () => next && open(next) },
    { keys: 'K', does: 'Previous lead', run: () => previous && open(previous) },
  ]);
  if (!place) return null;
  return (
    <nav className={classes.neighbours} aria-label="Leads of the list">
      <p className={page.position} role="status">
        {positionText(place)}
      </p>
      <Step label="Previous lead" shortcut="K" icon={ChevronLeft} id={previous} onOpen={open} />
      <Step label="Next lead" shortcut="J" icon={ChevronRight} id={next} onOpen={open} />
    </nav>
  );
}

type StepProps = {
  label: string;
  shortcut: string;
  icon: typeof ChevronLeft;
  id: string | null | undefined;
  onOpen: (id: string) => void;
};

function Step({ label, shortcut, icon: Icon, id, onOpen }: StepProps) {
  return (
    <ActionIcon
      variant="default"
      size={28}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={`${label} (${shortcut})`}
      // Not `disabled`: the focus stays on the button while the next lead loads.
      aria-disabled={!id}
      data-disabled={!id || undefined}
      onClick={() => id && onOpen(id)}
    >
      <Icon size={16} aria-hidden="true" />
    </ActionIcon>
  );
}

function positionText({ position, total, totalIsCapped, matches }: Neighbours): string {
  if (!matches) return 'This lead no longer matches the list';
  const all = inNumbers(total) + (totalIsCapped ? '+' : '');
  return position === null ? `Among ${all}` : `${inNumbers(position)} of ${all}`;
}

/** Opens another lead in place of this one, so that Back still returns to the list. */
function useOpenLead(): (id: string) => void {
  const navigate = useNavigate();
  const location = useLocation();
  return useCallback(
    (id: string) =>
      void navigate(leadLink(id, listSearchOf(location)), {
        replace: true,
        state: location.state as unknown,
      }),
    [navigate, location],
  );
}
