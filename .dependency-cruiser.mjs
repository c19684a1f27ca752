/** Who may import whom: the rules of docs/architecture.md, checked by `npm test`. */

/** Features whose rows are accounts, sessions, keys, the register of clients, or a message to an account. */
const OF_ACCOUNTS = [
  'access-links',
  'access-tokens',
  'api-keys',
  'audit',
  'auth',
  'calendar-feed',
  'clients',
  'company-sign-in',
  'demo-requests',
  'events',
  'health',
  'lead-visibility',
  'notifications',
  'phone-calls',
  'profile',
  'push-devices',
  'roles',
  'scim',
  'second-factor',
  'sources',
  'users',
];

/** The floors of the server, from the ground up: a room imports rooms of lower floors and its own. */
const SERVER_FLOORS = [
  'db',
  'embedded',
  'spreadsheets',
  'backup',
  'http',
  'leads',
  'mirror',
  'features',
  'sample',
];

/** The floors of the database's rooms, from the ground up; the files directly in `db` stand above them all. */
const DB_FLOORS = ['tables', 'pool', 'sql', 'announce', 'cluster', 'visibility', 'migrations', 'structure'];

/** The floors of the page, from the ground up: a room imports rooms of lower floors and its own. */
const WEB_FLOORS = ['lib', 'ui', 'session', 'api', 'live', 'pickers', 'leads', 'features', 'pages', 'shell'];

export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports and that starts nothing is left over.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '^web/(public|inline)/',
          '^scripts/',
          '^bench/',
          '(\\.test\\.ts|\\.e2e\\.ts|\\.d\\.ts|config\\.ts)$',
        ],
      },
      to: {},
    },
    {
      name: 'shared-imports-zod-and-itself',
      severity: 'error',
      from: { path: '^shared/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^(shared/|node_modules/zod/)' },
    },
    {
      name: 'server-never-imports-web',
      severity: 'error',
      from: { path: '^(server|shared)/' },
      to: { path: '^web/' },
    },
    {
      name: 'web-never-imports-server',
      severity: 'error',
      from: { path: '^(web|shared)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(server|test)/' },
    },
    {
      name: 'server-features-meet-at-their-queries',
      comment: 'Another feature is reached through its *.queries.ts.',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^server/features/([^/]+)/',
        pathNot: ['^server/features/$1/', '\\.queries\\.ts$'],
      },
    },
    ...SERVER_FLOORS.slice(0, -1).map((room, floor) => ({
      name: `server-${room}-knows-no-higher-floor`,
      severity: 'error',
      from: { path: `^server/${room}/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^server/(${SERVER_FLOORS.slice(floor + 1).join('|')})/` },
    })),
    ...DB_FLOORS.map((room, floor) => ({
      name: `server-db-${room}-knows-no-higher-floor`,
      severity: 'error',
      from: { path: `^server/db/${room}/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: `^server/db/(${[...DB_FLOORS.slice(floor + 1).map((higher) => `${higher}/`), '[^/]+$'].join('|')})`,
      },
    })),
    {
      name: 'web-features-never-import-each-other',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/([^/]+)/', pathNot: '^web/features/$1/' },
    },
    ...WEB_FLOORS.slice(0, -1).map((room, floor) => ({
      name: `web-${room}-knows-no-higher-floor`,
      severity: 'error',
      from: { path: `^web/${room}/` },
      to: { path: `^web/(${WEB_FLOORS.slice(floor + 1).join('|')})/` },
    })),
    {
      name: 'web-leads-is-for-features-and-pages',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/(leads|features|pages)/' },
      to: { path: '^web/leads/' },
    },
    {
      name: 'routes-hold-no-sql',
      severity: 'error',
      from: { path: '\\.routes\\.ts$' },
      to: { path: '^node_modules/(kysely|pg|pg-copy-streams)/' },
    },
    {
      name: 'queries-know-no-http',
      severity: 'error',
      from: { path: '\\.queries\\.ts$' },
      to: { path: '^(node_modules/fastify/|server/http/)' },
    },
    {
      name: 'pg-stays-in-the-database-folder',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: ['^server/(db|backup)/', '\\.test\\.ts$'],
      },
      to: {
        path: '^node_modules/(pg|pg-copy-streams|pg-connection-string)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'accounts-are-opened-by-their-features',
      comment:
        'system-scope.ts opens the tables of accounts and of the register, which belong to no client: for features of those.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: [
          '\\.test\\.ts$',
          '^server/(db|sample|mirror)/',
          `^server/features/(${OF_ACCOUNTS.join('|')})/[^/]+\\.queries\\.ts$`,
        ],
      },
      to: { path: '^server/db/system-scope\\.ts$' },
    },
    {
      name: 'the-whole-company-is-for-few',
      comment:
        'whole-company.ts lifts the limits of what the caller may see: for work in the name of the company, and for what follows from an allowed step.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: [
          '\\.test\\.ts$',
          '^server/db/scope\\.ts$',
          // What follows from a step, after which the lead may be somebody else's.
          '^server/leads/changes/lead-changes\\.queries\\.ts$',
          '^server/features/lead-duplicates/lead-merge\\.queries\\.ts$',
          '^server/features/operations/undo\\.queries\\.ts$',
          // Known persons are met in the whole company; none that the caller does not see is named.
          '^server/leads/owners/duplicates\\.ts$',
          '^server/features/lead-duplicates/lead-duplicates\\.queries\\.ts$',
          '^server/features/lead-import/import-(plan|write)\\.queries\\.ts$',
          // Leads are shared out by everybody's open leads.
          '^server/leads/owners/distribution\\.queries\\.ts$',
          // Own work counts for one's target and week, whosever the lead is by now.
          '^server/features/targets/targets\\.queries\\.ts$',
          '^server/features/notifications/weekly-report\\.queries\\.ts$',
          // A status means won for all leads of the company.
          '^server/features/field-configuration/won-dates\\.queries\\.ts$',
          // Says of a whole client whether there is anything to look through.
          '^server/leads/list/search-directory\\.queries\\.ts$',
        ],
      },
      to: { path: '^server/db/visibility/whole-company\\.ts$' },
    },
    {
      name: 'the-database-is-for-few',
      comment:
        'database.ts, and the handles of one server, give any client to whoever holds them; everybody else gets a scope.',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: [
          '\\.test\\.ts$',
          '^server/(db|backup|sample|mirror)/',
          '^server/(main|app|http/serve|commands/(superadmin|doctor|restore|with-database|rehearse/rehearse))\\.ts$',
          // Adds and removes clients.
          '^server/features/clients/[^/]+\\.queries\\.ts$',
          // Work that no request has asked for, in every client.
          '^server/features/(notifications/[^/]+|webhooks/[^/]+|sources/[^/]+|phone-calls/[^/]+|distribution/late-leads(\\.queries)?|metrics/[^/]+|events/live-streams|lead-trash/trash-purge\\.queries|lead-duplicates/read-phones\\.queries)\\.ts$',
          // In the name of somebody without an account.
          '^server/features/(demo-requests|public-leads)/[^/]+\\.queries\\.ts$',
        ],
      },
      to: { path: '^server/db/(database|handles|replica/replica)\\.ts$' },
    },
    {
      name: 'development-packages-stay-out',
      severity: 'error',
      from: { path: '^(server|web|shared)/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data)/|[.]css$' },
    // TypeScript 7 has no compiler API; swc reads the imports, those of types among them.
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
