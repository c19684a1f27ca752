import { useState } from 'react';
import type { FactsProps } from '#web/features/leads/detail/Fact.tsx';
import { LeadFacts } from '#web/features/leads/detail/LeadFacts.tsx';
import { LeadSummary } from '#web/features/leads/detail/LeadSummary.tsx';
import page from '#web/leads/LeadPage.module.css';
import { useIsPhone } from '#web/ui/useIsPhone.ts';

/** All that is known about a lead. On a phone a few facts, and the rest on demand. */
export function LeadDetails(shown: FactsProps) {
  const isPhone = useIsPhone();
  const [isOpen, setIsOpen] = useState(false);
  const isFolded = isPhone && !isOpen;
  return (
    <div className={`${page.column} ${page.details}`}>
      <LeadFacts {...shown} isFolded={isFolded} onFold={isPhone ? () => setIsOpen(!isOpen) : undefined} />
      {!isFolded && <LeadSummary {...shown} />}
    </div>
  );
}
