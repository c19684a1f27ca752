import { PERMISSIONS } from '#shared/permissions.ts';
import { TargetSettings } from '#web/features/targets/TargetSettings.tsx';
import { ChosenClient } from '#web/pages/settings/ChosenClient.tsx';
import { useCan } from '#web/session/useCan.ts';
import { AccessDenied } from '#web/ui/states/AccessDenied.tsx';

/** The targets of a client's people. */
export function TargetsPanel() {
  if (!useCan('targets.manage')) return <AccessDenied message={PERMISSIONS['targets.manage'].refusal} />;
  return (
    <ChosenClient note="Its people’s targets appear here.">
      {(clientId) => <TargetSettings key={clientId} clientId={clientId} />}
    </ChosenClient>
  );
}
