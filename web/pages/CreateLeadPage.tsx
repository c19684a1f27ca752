import Building2 from 'lucide-react/icons/building-2';
import { useCallback, useRef } from 'react';
import { useNavigate } from 'react-router';
import { DuplicateNotice } from '#web/features/lead-duplicates/DuplicateNotice.tsx';
import { LeadForm } from '#web/features/leads/form/LeadForm.tsx';
import { useLeaveGuard } from '#web/lib/forms/useLeaveGuard.ts';
import classes from '#web/pages/LeadFormPage.module.css';
import { paths } from '#web/paths.ts';
import { isPlaceless } from '#web/session/company-of.ts';
import { useUser } from '#web/session/useSession.ts';
import { LeaveQuestion } from '#web/ui/dialogs/LeaveQuestion.tsx';
import { StateMessage } from '#web/ui/states/StateMessage.tsx';

export function CreateLeadPage() {
  const navigate = useNavigate();
  const dirty = useRef(false);
  const guard = useLeaveGuard(useCallback(() => dirty.current, []));
  if (isPlaceless(useUser())) {
    return (
      <StateMessage icon={Building2} title="No company yet">
        You can add leads once an administrator has assigned you to a company.
      </StateMessage>
    );
  }
  return (
    <div className={classes.page}>
      <div className={classes.card}>
        <LeadForm
          Notice={DuplicateNotice}
          onCreated={() => void navigate(paths.leads)}
          onDirty={(isDirty) => void (dirty.current = isDirty)}
        />
      </div>
      <LeaveQuestion guard={guard} />
    </div>
  );
}
