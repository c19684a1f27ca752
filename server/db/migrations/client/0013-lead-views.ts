import type { ClientMigration } from '#server/db/migrations/migration.ts';

/** The initial views of a company; everybody sees them, and managers and admins can change or delete them. */
const STARTERS: readonly (readonly [name: string, address: string, filters: object])[] = [
  ['My open leads', 'assigned_to=me&meaning=open', { assigned_to: ['me'], meaning: 'open' }],
  [
    'Due today',
    'next_followup=overdue&next_followup=today&meaning=open&sort_by=next_followup_date&sort_order=asc',
    { next_followup: ['overdue', 'today'], meaning: 'open' },
  ],
  ['New, not called', 'last_contacted=never&meaning=open', { last_contacted: ['never'], meaning: 'open' }],
  ['No next step', 'next_step=none', { no_next_step: true }],
  ['Unassigned', 'assigned_to=none&meaning=open', { assigned_to: ['none'], meaning: 'open' }],
  [
    'Not contacted for 30 days',
    'last_contacted=older_than_30_days&meaning=open',
    { last_contacted: ['older_than_30_days'], meaning: 'open' },
  ],
];

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Inserts the initial views, except into the template. */
export const firstViews = (s: string): string => `
    INSERT INTO ${s}.lead_views (id, name, address, filters, is_shared, created_at)
    SELECT gen_random_uuid(), name, address, filters::jsonb, true, now() + make_interval(secs => place / 1000.0)
    FROM (VALUES ${STARTERS.map(([name, address, filters], place) => `(${place}, ${quoted(name)}, ${quoted(address)}, ${quoted(JSON.stringify(filters))})`).join(', ')})
      AS starter (place, name, address, filters)
    WHERE ${quoted(s)} NOT LIKE '%client_template%';`;

/** Saved views of the lead list. The template has no users and gets no views. */
export const leadViews: ClientMigration = {
  name: '0013-lead-views',
  sql: (s) => `
    CREATE TABLE ${s}.lead_views (
      id uuid PRIMARY KEY,
      -- null: one of the first views, which nobody has made
      user_id uuid REFERENCES ${s}.members,
      name text NOT NULL,
      address text NOT NULL,
      filters jsonb NOT NULL,
      columns jsonb,
      is_shared boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX lead_views_user ON ${s}.lead_views (user_id);
    CREATE TABLE ${s}.lead_view_choices (
      user_id uuid PRIMARY KEY REFERENCES ${s}.members ON DELETE CASCADE,
      view_order uuid[] NOT NULL,
      default_id uuid REFERENCES ${s}.lead_views ON DELETE SET NULL
    );
    ${firstViews(s)}
  `,
};
