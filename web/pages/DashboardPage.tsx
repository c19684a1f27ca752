import { Dashboard } from '#web/features/leads/dashboard/Dashboard.tsx';

export default function DashboardPage() {
  return <Dashboard />;
}
