import type { Recipe, Step } from '#test/recipes/recipe.ts';
import { JOB, NOTIFICATION, SETTINGS_PART, WEBHOOK_EVENT } from '#test/recipes/work-recipes.ts';

/** Inserts text before a line that occurs once in the file. */
const before = (line: string, text: string) => ({ from: line, to: `${text}${line}` });

const MIGRATION = `import type { ClientMigration } from '#server/db/migrations/migration.ts';

/** The industry of a lead's company, by which the list can be sorted. */
export const industry: ClientMigration = {
  name: '0099-industry',
  sql: (s) => \`
    ALTER TABLE \${s}.leads ADD COLUMN industry text;
    CREATE INDEX leads_industry ON \${s}.leads (lower(industry), id) WHERE deleted_at IS NULL;
  \`,
};
`;

const catalogue: Step = {
  file: 'shared/fields/lead-fields.ts',
  todo: 'one line in the catalogue',
  edits: [
    before(
      "  status: { title: 'Status'",
      "  industry: { title: 'Industry', type: 'text', category: 'business', table: false, form: true, max: 200, importable: true, sortable: true },\n",
    ),
  ],
  reminder: /shared\/lead\.ts.*"industry"' is not assignable/,
};

/** A field of every lead, which users fill in, import and sort by. */
const LEAD_FIELD: Recipe = {
  id: 'lead field',
  heading: 'Adding a lead field',
  most: 5,
  steps: [
    catalogue,
    {
      file: 'shared/leads/lead.ts',
      todo: 'the field in `Lead`',
      edits: [before('  designation: z.nullable(z.string()),', '  industry: z.nullable(z.string()),\n')],
      reminder: /'industry' does not exist on type/,
    },
    {
      file: 'shared/leads/lead.ts',
      todo: 'the field in `LeadFieldsInput`',
      edits: [
        before(
          "  designation: z.optional(field('designation')),",
          "  industry: z.optional(field('industry')),\n",
        ),
      ],
      reminder: /Property 'industry' is missing/,
    },
    {
      file: 'server/db/tables/client-tables.ts',
      todo: 'the column in `LeadRow`',
      edits: [before('  designation: string | null;', '  industry: string | null;\n')],
      reminder: /'industry' is missing in type/,
    },
    {
      file: 'server/db/migrations/client/0099-industry.ts',
      said: 'server/db/migrations/client/000n-name.ts',
      todo: 'a migration with the column',
      text: MIGRATION,
      reminder: /Cannot find module '#server\/db\/migrations\/client\/0099-industry\.ts'/,
    },
    {
      file: 'server/db/migrations/client/index.ts',
      todo: 'the migration in its list',
      edits: [
        before(
          'import { pipeline }',
          "import { industry } from '#server/db/migrations/client/0099-industry.ts';\n",
        ),
        before('];\n', '  industry,\n'),
      ],
      reminder: /client\/0099-industry\.ts is not in the list of client\/index\.ts\./,
    },
  ],
  tests: [
    'server/db/migrations/migrations.test.ts',
    'test/recipes/industry.ts',
    'server/leads/list/lead-pages.test.ts > industry',
  ],
};

/** An endpoint that reads something new about an object. */
const ENDPOINT: Recipe = {
  id: 'endpoint',
  heading: 'Adding an endpoint',
  most: 4,
  steps: [
    {
      file: 'shared/leads/products.ts',
      said: 'shared/<room>/<feature>.ts',
      todo: 'the contract',
      edits: [
        before(
          "  remove: endpoint({\n    method: 'DELETE',\n    path: '/products/:id',",
          `  interest: endpoint({
    method: 'GET',
    path: '/products/:id/interest',
    permission: 'products.read',
    tag,
    summary: 'How many leads are interested in a product',
    params,
    data: z.object({ leads: z.int() }),
  }),
`,
        ),
      ],
      reminder: /'interest' does not exist on type/,
    },
    {
      file: 'server/features/products/products.queries.ts',
      said: 'server/features/<feature>/<feature>.queries.ts',
      todo: 'the query',
      edits: [
        before(
          '/** Throws 404. */\nexport async function getProduct',
          `/** Leads that have a product. Throws 404. */
export async function countInterest(scope: ReadScope, id: string): Promise<{ leads: number }> {
  await getProduct(scope, id);
  const { rows } = await sql<{ leads: number }>\`
    SELECT count(*) AS leads FROM \${scope.table('leads')} l WHERE l.product_id = \${id} AND l.deleted_at IS NULL\`.execute(scope.db);
  return rows[0] ?? { leads: 0 };
}

`,
        ),
      ],
      reminder: /no exported member '?"?countInterest/,
    },
    {
      file: 'server/features/products/products.routes.ts',
      said: '<feature>.routes.ts',
      todo: 'the route',
      edits: [
        before('  createProduct,\n  getProduct,', '  countInterest,\n'),
        before(
          '  serve(server, products.remove,',
          `  serve(server, products.interest, async ({ scope, params: { id } }) => {
    return { data: await countInterest(await scope.owning('products', id, UNKNOWN_PRODUCT), id) };
  });

`,
        ),
      ],
      reminder: /No route serves GET \/products\/:id\/interest\./,
    },
    {
      file: 'test/matrix/leads/products.ts',
      said: 'test/matrix/<room>/<feature>.ts',
      todo: 'who may call it, and an example',
      edits: [
        before(
          "  [products.remove, 'manage products'",
          "  [products.interest, 'everyone', { object: 'product' }],\n",
        ),
      ],
      reminder: /GET \/products\/:id\/interest is not in test\/matrix\//,
    },
  ],
  tests: ['test/safety/authorization.test.ts > products', 'test/calls/openapi.test.ts'],
};

/** A filter of the lead list with its input, chip, address and condition. */
const LIST_FILTER: Recipe = {
  id: 'list filter',
  heading: 'Adding a list filter',
  most: 3,
  steps: [
    {
      file: 'shared/fields/lead-filters.ts',
      todo: 'one row in the table',
      edits: [
        before(
          '  /** Leads listed by id, separated by commas. */',
          `  has_budget: {
    kind: 'choice',
    label: 'Budget',
    schema: z.optional(flag),
    choices: { true: { label: 'With a budget' }, false: { label: 'Without a budget' } },
    isMore: true,
  },
`,
        ),
      ],
      reminder: /'has_budget' does not exist in type/,
    },
    {
      file: 'server/leads/list/lead-filters.ts',
      todo: 'its condition',
      edits: [
        before(
          '  first_contact: (wanted) =>',
          '  has_budget: (isWanted) => isSet(sql`(leads.budget IS NOT NULL)`, isWanted),\n',
        ),
      ],
      reminder: /server\/leads\/list\/lead-filters\.ts.*'has_budget' is missing in type/,
    },
    {
      file: 'docs/api.md',
      todo: 'a line for callers',
      edits: [before('| `ids`  ', '| `has_budget` | `true`: with a budget; `false`: without |\n')],
      reminder: /docs\/api\.md does not name has_budget/,
    },
    {
      file: 'test/leads/drawn-filters.ts',
      todo: 'its values among all combinations',
      edits: [before('    first_contact: fc', '    has_budget: flag,\n')],
      reminder: /test\/leads\/drawn-filters\.ts.*'has_budget' is missing in type/,
    },
    {
      file: 'test/leads/lead-filter-model.ts',
      todo: 'its rule',
      edits: [
        before('  source: string | null;', '  budget: string | null;\n'),
        before(
          "    (filters['no_source'] !== 'true' ||",
          "    (filters['has_budget'] === undefined || String(row.budget !== null) === filters['has_budget']) &&\n",
        ),
      ],
      reminder: /✖ every combination of filters finds exactly its rows/,
    },
  ],
  tests: [
    'test/recipes/has-budget.ts',
    'test/leads/unknown-filters.test.ts',
    'web/leads/list/list-state.test.ts',
    'server/leads/list/lead-filters.test.ts',
  ],
};

export const RECIPES: readonly Recipe[] = [
  LEAD_FIELD,
  ENDPOINT,
  LIST_FILTER,
  SETTINGS_PART,
  NOTIFICATION,
  WEBHOOK_EVENT,
  JOB,
];
