import type { LucideIcon } from 'lucide-react';
import BellRing from 'lucide-react/icons/bell-ring';
import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import LayoutDashboard from 'lucide-react/icons/layout-dashboard';
import Package from 'lucide-react/icons/package';
import Settings from 'lucide-react/icons/settings';
import UserRoundPlus from 'lucide-react/icons/user-round-plus';
import UsersRound from 'lucide-react/icons/users-round';
import type { Permission } from '#shared/accounts/permissions.ts';
import { paths } from '#web/paths.ts';

export type NavigationItem = {
  label: string;
  path: string;
  icon: LucideIcon;
  /** Only users with this permission see the item. */
  permission: Permission;
  /** Shown below the page's title. */
  description: string;
};

/** The sidebar and the bottom bar, in order. Page titles come from here as well. */
export const NAVIGATION: readonly NavigationItem[] = [
  {
    label: 'Dashboard',
    path: paths.dashboard,
    icon: LayoutDashboard,
    permission: 'leads.read',
    description: 'Overview of your leads and performance',
  },
  {
    label: 'All Leads',
    path: paths.leads,
    icon: UsersRound,
    permission: 'leads.read',
    description: 'Search, filter and work through your leads',
  },
  {
    label: 'Add Lead',
    path: paths.createLead,
    icon: UserRoundPlus,
    permission: 'leads.write',
    description: 'Put a new lead into your pipeline',
  },
  {
    label: 'Follow Ups',
    path: paths.reminders,
    icon: BellRing,
    permission: 'reminders.read',
    description: 'Your calls and follow-ups, by when they are due',
  },
  {
    label: 'Reports',
    path: paths.reports,
    icon: ChartNoAxesColumn,
    permission: 'reports.read',
    description: 'Results by person, source and status',
  },
  {
    label: 'Products',
    path: paths.products,
    icon: Package,
    permission: 'products.read',
    description: 'What you sell, with prices and categories',
  },
  {
    label: 'Settings',
    path: paths.settings(),
    icon: Settings,
    permission: 'users.manage',
    description: 'Your profile, notifications, devices and access tokens',
  },
];

const DEFAULT_TITLE = { label: 'Dashboard', description: 'Overview of your leads and performance' };

const TITLES = [
  ...NAVIGATION,
  { label: 'Calls', path: paths.calls, description: 'Every logged call and its outcome' },
];

/** The title and description of the page at an address: those of the entry with the longest matching path. */
export function titleOf(pathname: string): { label: string; description: string } {
  // A lead's pages name themselves once they are loaded: offline, when the connection returns.
  if (pathname.startsWith(`${paths.leads}/`))
    return { label: pathname.endsWith('/call') ? 'Log a call' : 'Lead', description: '' };
  const leading = TITLES.filter(({ path }) => pathname === path || pathname.startsWith(`${path}/`));
  return leading.toSorted((a, b) => b.path.length - a.path.length)[0] ?? DEFAULT_TITLE;
}
