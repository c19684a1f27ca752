import { PERMISSIONS } from '#shared/accounts/permissions.ts';
import { Reports } from '#web/features/reports/Reports.tsx';
import { paths } from '#web/paths.ts';
import { useCan } from '#web/session/useCan.ts';
import { AccessDenied } from '#web/ui/states/AccessDenied.tsx';

/** The figures of people and sources, and the funnel, for managers and admins. */
export function ReportsPage() {
  if (!useCan('reports.read'))
    return (
      <AccessDenied
        message={PERMISSIONS['reports.read'].refusal}
        actionLabel="Go to Dashboard"
        to={paths.dashboard}
      />
    );
  return <Reports />;
}
