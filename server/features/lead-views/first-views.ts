import type { LeadFilters } from '#shared/fields/lead-filters.ts';
import type { Role } from '#shared/accounts/permissions.ts';
import { usualDay } from '#shared/activities/whose-day.ts';

type FirstView = {
  /** The name and address of a view that a company starts with. */
  stored: readonly [name: string, address: string];
  /** The names for users whose own leads the view shows, and for users who see all leads. */
  names: readonly [mine: string, all: string];
  /**
   * The leads of the view, apart from their assignee; `undefined` for the view that names an assignee itself.
   */
  part: (newStatus: string) => { address: Readonly<Record<string, string>>; filters: LeadFilters };
  /** The view is about one assignee, whoever reads it. */
  assignee?: 'me' | 'none';
};

const OPEN = { meaning: 'open' } as const;

/**
 * The views that a company starts with. Their rows keep the position and a manager's changes. An unchanged
 * view adapts to its reader: reps see their own leads, and every name says whose leads are shown.
 */
const FIRST_VIEWS: readonly FirstView[] = [
  {
    stored: ['My open leads', 'assigned_to=me&meaning=open'],
    names: ['My open leads', 'My open leads'],
    part: () => ({ address: OPEN, filters: OPEN }),
    assignee: 'me',
  },
  {
    stored: [
      'Due today',
      'next_followup=overdue&next_followup=today&meaning=open&sort_by=next_followup_date&sort_order=asc',
    ],
    names: ['My leads due today', 'All due today'],
    part: () => ({
      address: { next_followup: 'today', ...OPEN, sort_by: 'next_followup_date', sort_order: 'asc' },
      filters: { next_followup: ['today'], ...OPEN },
    }),
  },
  {
    stored: ['New, not called', 'last_contacted=never&meaning=open'],
    names: ['My new, not called', 'All new, not called'],
    part: (status) => ({
      address: { status, last_contacted: 'never' },
      filters: { status: [status], last_contacted: ['never'] },
    }),
  },
  {
    stored: ['No next step', 'next_step=none'],
    names: ['Mine without a next step', 'All without a next step'],
    part: () => ({ address: { next_step: 'none' }, filters: { no_next_step: true } }),
  },
  {
    stored: ['Unassigned', 'assigned_to=none&meaning=open'],
    names: ['Unassigned', 'Unassigned'],
    part: () => ({ address: OPEN, filters: OPEN }),
    assignee: 'none',
  },
  {
    stored: ['Not contacted for 30 days', 'last_contacted=older_than_30_days&meaning=open'],
    names: ['Mine not contacted for 30 days', 'All not contacted for 30 days'],
    part: () => ({
      address: { last_contacted: 'older_than_30_days', ...OPEN },
      filters: { last_contacted: ['older_than_30_days'], ...OPEN },
    }),
  },
];

type Stored = { user_id: string | null; name: string; address: string };
type Shown = { name: string; address: string; filters: LeadFilters };

/** The unchanged first view of a company as its reader sees it; undefined for all other views. */
export function firstViewFor(row: Stored, role: Role, newStatus: string): Shown | undefined {
  const view = FIRST_VIEWS.find(
    ({ stored: [name, address] }) => row.user_id === null && row.name === name && row.address === address,
  );
  if (!view) return undefined;
  const isMine = usualDay(role) === 'me';
  const assignee = view.assignee ?? (isMine ? 'me' : undefined);
  const { address, filters } = view.part(newStatus);
  return {
    name: view.names[isMine ? 0 : 1],
    address: String(new URLSearchParams({ ...(assignee && { assigned_to: assignee }), ...address })),
    filters: { ...(assignee && { assigned_to: [assignee] }), ...filters },
  };
}
