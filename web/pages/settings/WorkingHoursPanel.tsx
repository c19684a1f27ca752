import { PERMISSIONS } from '#shared/permissions.ts';
import { WorkingHours } from '#web/features/working-hours/WorkingHours.tsx';
import { ChosenClient } from '#web/pages/settings/ChosenClient.tsx';
import { useCan } from '#web/session/useCan.ts';
import { AccessDenied } from '#web/ui/states/AccessDenied.tsx';

/** The working hours of a client. */
export function WorkingHoursPanel() {
  if (!useCan('working_hours.manage'))
    return <AccessDenied message={PERMISSIONS['working_hours.manage'].refusal} />;
  return (
    <ChosenClient note="Its days, hours and holidays appear here.">
      {(clientId) => <WorkingHours key={clientId} clientId={clientId} />}
    </ChosenClient>
  );
}
