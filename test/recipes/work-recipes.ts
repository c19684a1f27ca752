import type { Recipe } from '#test/recipes/recipe.ts';

/** Inserts text before or after a piece that occurs once in the file. */
const before = (piece: string, text: string) => ({ from: piece, to: `${text}${piece}` });
const after = (piece: string, text: string) => ({ from: piece, to: `${piece}${text}` });

/** A part of the settings with an address, a link and a place in the search. */
export const SETTINGS_PART: Recipe = {
  id: 'settings part',
  heading: 'Adding a part of the settings',
  most: 3,
  steps: [
    {
      file: 'web/settings-tabs.ts',
      todo: 'its entry under a tab',
      edits: [
        before(
          "      {\n        part: 'history',",
          `      {
        part: 'shortcuts',
        label: 'Shortcuts',
        description: 'The keys that work on every page',
        permission: 'session.own',
        words: 'keyboard keys',
        load: async () => (await import('#web/pages/settings/ShortcutsPanel.tsx')).ShortcutsPanel,
      },
`,
        ),
      ],
      reminder: /general: 'you templates shortcuts history absences'/,
    },
    {
      file: 'web/pages/settings/ShortcutsPanel.tsx',
      said: 'web/pages/settings/<Part>Panel.tsx',
      todo: 'its panel',
      text: `import { Section } from '#web/pages/settings/Section.tsx';

export function ShortcutsPanel() {
  return (
    <Section title="On every page" text="Keys that work wherever you are.">
      Ctrl K finds leads, pages and actions.
    </Section>
  );
}
`,
      reminder: /Cannot find module '#web\/pages\/settings\/ShortcutsPanel\.tsx'/,
    },
    {
      file: 'web/settings-tabs.test.ts',
      todo: 'who sees it',
      edits: [
        {
          from: "general: 'you company templates history',",
          to: "general: 'you company templates shortcuts history',",
        },
        {
          from: "{ general: 'you templates history absences' }",
          to: "{ general: 'you templates shortcuts history absences' }",
        },
        {
          from: "general: 'you company templates history distribution absences targets',",
          to: "general: 'you company templates shortcuts history distribution absences targets',",
        },
        {
          from: "    'Templates',\n    'History',",
          to: "    'Templates',\n    'Shortcuts',\n    'History',",
        },
      ],
      reminder: /general: 'you templates history absences'/,
    },
  ],
  tests: ['web/settings-tabs.test.ts'],
};

/** A notification with its rows, words and link. */
export const NOTIFICATION: Recipe = {
  id: 'notification',
  heading: 'Adding a notification',
  most: 7,
  steps: [
    {
      file: 'shared/activities/notifications.ts',
      todo: 'its kind',
      edits: [before("'unassigned', 'late'] as const", "'noted', ")],
      reminder: /'"?noted'?"?.* (?:does not exist in type|is not assignable)/,
    },
    {
      file: 'server/leads/changes/notify.ts',
      todo: 'the columns it stores',
      edits: [
        before(
          '} as const satisfies Record<NotificationKind, Told>;',
          "  /** A colleague wrote a note: the lead's assignee. */\n  noted: { about: ['lead_id', 'by_id'], isMailed: false },\n",
        ),
      ],
      reminder: /notify\.ts.*'noted' is missing in type/,
    },
    {
      file: 'web/features/notifications/NotificationLine.tsx',
      todo: 'its words',
      edits: [
        before(
          '  enquiry: {',
          '  noted: { icon: UserRoundPlus, text: ({ by_name, about }) => `${by_name} wrote a note on ${about}` },\n',
        ),
      ],
      reminder: /NotificationLine\.tsx.*'noted' is missing in type/,
    },
    {
      file: 'server/features/lead-notes/lead-notes.queries.ts',
      said: '<feature>.queries.ts',
      todo: 'whom to notify, in the transaction of the change',
      edits: [
        before('import { onHanging }', "import { notify } from '#server/leads/changes/notify.ts';\n"),
        after(
          'if (written.rows.length !== 1) throw new NotFound(UNKNOWN_LEAD);',
          `
    const rows = sql\`
      SELECT assigned_to AS user_id, id AS lead_id, \${scope.user.id}::uuid AS by_id FROM \${inside.table('leads')} l
      WHERE id = \${leadId} AND assigned_to <> \${scope.user.id}\`;
    await notify(inside, 'noted', rows).execute(inside.db);`,
        ),
      ],
      reminder: /the assignee is notified of a note/,
    },
    {
      file: 'server/db/migrations/client/0099-note-notices.ts',
      said: 'server/db/migrations/client/000n-name.ts',
      todo: 'a migration of the check',
      text: `import type { ClientMigration } from '#server/db/migrations/migration.ts';

/** Notifications of notes. */
export const noteNotices: ClientMigration = {
  name: '0099-note-notices',
  sql: (s) => \`
    ALTER TABLE \${s}.notifications DROP CONSTRAINT notifications_kind_check,
      ADD CONSTRAINT notifications_kind_check
        CHECK (kind IN ('due', 'assigned', 'enquiry', 'import', 'webhook', 'noted', 'unassigned', 'late'));
  \`,
};
`,
      reminder: /Cannot find module '#server\/db\/migrations\/client\/0099-note-notices\.ts'/,
    },
    {
      file: 'server/db/migrations/client/index.ts',
      todo: 'the migration in its list',
      edits: [
        before(
          'import { pipeline }',
          "import { noteNotices } from '#server/db/migrations/client/0099-note-notices.ts';\n",
        ),
        before('];\n', '  noteNotices,\n'),
      ],
      reminder: /client\/0099-note-notices\.ts is not in the list of client\/index\.ts\./,
    },
    {
      file: 'docs/api.md',
      todo: 'its kind for callers',
      edits: [before('`late`, `import` or `webhook`', '`noted`, ')],
      reminder: /docs\/api\.md does not name the notification noted/,
    },
  ],
  tests: ['server/db/migrations/migrations.test.ts', 'test/recipes/noted.ts', 'test/house/documents.test.ts'],
};

/** An event that webhooks receive. */
export const WEBHOOK_EVENT: Recipe = {
  id: 'webhook event',
  heading: 'Adding a webhook event',
  most: 4,
  steps: [
    {
      file: 'shared/company/webhooks.ts',
      todo: 'its name',
      edits: [before("  'follow_up.due': 'Follow-up due',", "  'follow_up.created': 'Follow-up created',\n")],
      reminder: /'"?follow_up\.created"?' (?:does not exist in type|is not assignable)/,
    },
    {
      file: 'server/features/reminders/reminder-writes.queries.ts',
      said: '<feature>.queries.ts',
      todo: 'its rows, in the statement that writes',
      edits: [
        before(
          'import { leadFollows',
          "import { queueWebhooks } from '#server/leads/changes/queue-webhooks.ts';\n",
        ),
        {
          from: '        RETURNING id\n      )\n      SELECT id FROM made',
          to: "        RETURNING id\n      ), ${queueWebhooks(inside, 'follow_up.created', sql`SELECT id FROM made`)}\n      SELECT id FROM made",
        },
      ],
      reminder: /a webhook receives a new follow-up/,
    },
    {
      file: 'server/features/webhooks/delivery-body.queries.ts',
      todo: 'the contents of its rows',
      edits: [before("  'follow_up.due': followUps,", "  'follow_up.created': followUps,\n")],
      reminder: /'"?follow_up\.created"?' is missing in type/,
    },
    {
      file: 'docs/api.md',
      todo: 'an example for receivers',
      edits: [
        before(
          '{ "id": "…", "event": "webhook.test"',
          '{ "id": "…", "event": "follow_up.created", …, "data": [{ "id": "…", "lead_id": "…", … }] }\n',
        ),
      ],
      reminder: /docs\/api\.md does not name the event follow_up\.created/,
    },
  ],
  tests: ['test/recipes/follow-up-created.ts', 'test/house/documents.test.ts'],
};

/** Work that the server does by itself. */
export const JOB: Recipe = {
  id: 'job',
  heading: 'Adding a job',
  most: 3,
  steps: [
    {
      file: 'server/features/distribution/old-absences.queries.ts',
      said: '<job>.queries.ts',
      todo: 'the work, for every client',
      text: `import { sql } from 'kysely';
import type { Database } from '#server/db/database.ts';
import { listClientHandles } from '#server/db/find-client.ts';

/** Deletes absences that ended more than a year ago, in every client. Several processes may run this at once. */
export async function forgetOldAbsences(database: Database): Promise<void> {
  for (const client of await listClientHandles(database))
    await database
      .client(client)
      .deleteFrom('absences')
      .where('last_day', '<', sql<string>\`current_date - 366\`)
      .execute();
}
`,
      reminder: /Cannot find module '#server\/features\/distribution\/old-absences\.queries\.ts'/,
    },
    {
      file: 'server/main.ts',
      todo: 'when it runs',
      edits: [
        before(
          'import { notifyOfLateLeads }',
          "import { forgetOldAbsences } from '#server/features/distribution/old-absences.queries.ts';\n",
        ),
        before(
          '  jobs.every(LATE_LEADS,',
          "  jobs.every(DAY, 'old-absences', async () => await forgetOldAbsences(database));\n",
        ),
      ],
      reminder: /old-absences\.queries\.ts/,
    },
    {
      file: '.dependency-cruiser.mjs',
      todo: 'that it may open every client',
      edits: [
        {
          from: 'distribution/late-leads(\\\\.queries)?',
          to: 'distribution/(late-leads|old-absences)(\\\\.queries)?',
        },
      ],
      reminder: /the-database-is-for-few: server\/features\/distribution\/old-absences\.queries\.ts/,
    },
  ],
  tests: ['test/recipes/old-absences.ts'],
  rules: true,
};
