import * as z from 'zod/mini';
import { isFieldKey } from '#shared/fields/custom-fields.ts';
import { endpoint } from '#shared/protocol/endpoint.ts';
import { Id, requiredLine, text } from '#shared/fields/fields.ts';
import { LeadFilters } from '#shared/fields/lead-filters.ts';

/** The maximum number of views per user, and of shared views per client. */
export const MAX_VIEWS = 50;
/** The number of tabs whose leads are counted. The others show no number. */
export const COUNTED_VIEWS = 12;

/** A named list of leads: filters, search, order and columns. */
export const LeadView = z.object({
  id: Id,
  /** The version of the row as the caller sees it: an edit based on another version is rejected with 412. */
  version: z.string(),
  name: z.string(),
  /** The query of the list's address, for example `status=new&assigned_to=me`. */
  address: z.string(),
  /** The shown columns in order; null for the user's own choice. */
  columns: z.nullable(z.array(z.string())),
  /** Whether everybody in the client sees the view. */
  is_shared: z.boolean(),
  /** Whether the caller may change and delete the view. */
  can_edit: z.boolean(),
  /**
   * The current number of leads in the view; null when they are not counted, or when its filters are no
   * longer readable.
   */
  total: z.nullable(z.int()),
  totalIsCapped: z.boolean(),
});
export type LeadView = z.infer<typeof LeadView>;

/** The maximum length of a view's name, in code points. */
export const MAX_VIEW_NAME = 60;
export const NO_NAME = 'Name the view.';

const fields = {
  name: requiredLine(MAX_VIEW_NAME, NO_NAME),
  address: text(4000, 'The address'),
  /** The filters and search of the address as `GET /leads` takes them, for counting the leads. */
  filters: LeadFilters,
  columns: z.nullable(
    z.array(z.string().check(z.refine(isFieldKey, 'This isn’t a field of leads.'))).check(z.maxLength(200)),
  ),
  is_shared: z.boolean('is_shared must be true or false.'),
};

const tag = 'Leads';
const change = { tag, permission: 'leads.read', changes: [] } as const;
const clientOfView = z.object({ clientId: z.optional(Id) });
const ViewId = z.object({ id: Id });

export const leadViews = {
  list: endpoint({
    method: 'GET',
    path: '/lead-views',
    permission: 'leads.read',
    tag,
    summary: "Saved views of a client: the caller's own and shared ones, in the caller's order",
    query: z.object({ client_id: z.optional(Id) }),
    data: z.object({ views: z.array(LeadView), default_id: z.nullable(Id) }),
  }),
  create: endpoint({
    ...change,
    method: 'POST',
    path: '/lead-views',
    summary: 'Save a view',
    query: clientOfView,
    body: z.object({
      ...fields,
      columns: z.optional(fields.columns),
      is_shared: z._default(fields.is_shared, false),
    }),
    data: ViewId,
    status: 201,
  }),
  update: endpoint({
    ...change,
    method: 'PATCH',
    path: '/lead-views/:id',
    summary: 'Change the sent parts of a view; a stale `version` is answered 412',
    params: ViewId,
    query: clientOfView,
    body: z.partial(z.object({ ...fields, version: z.string() })),
    data: z.object({ id: Id, version: z.string() }),
  }),
  remove: endpoint({
    ...change,
    method: 'DELETE',
    path: '/lead-views/:id',
    summary: 'Delete a view; its leads stay',
    params: ViewId,
    query: clientOfView,
    data: ViewId,
  }),
  arrange: endpoint({
    ...change,
    method: 'PUT',
    path: '/lead-views/choices',
    summary: "The caller's order of the views, and the view that the list opens with",
    query: clientOfView,
    body: z.object({
      order: z.array(Id).check(z.maxLength(2 * MAX_VIEWS, 'The order names too many views.')),
      default_id: z.nullable(Id),
    }),
    data: z.object({}),
  }),
};
