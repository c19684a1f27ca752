import Fastify from 'fastify';
import pg from 'pg';
// oxlint-disable-next-line import/no-unassigned-import -- for its parsers, so that both sides turn counts, money and dates into the same JSON
import '#server/db/pool/connections.ts';
import {
  ASSIGNEE_FILTER,
  CREATE,
  EDIT,
  FIGURES,
  FILTERED,
  NAIVE_FIGURES,
  NEWEST,
  NEXT_FOLLOW_UPS,
  SEARCH,
} from './bare-sql.ts';
import { serveTask } from './child.ts';

/** The same number of connections as LMS opens. */
const CONNECTIONS = 8;

/**
 * The same results by the shortest way: Fastify and a pool, prepared statements on the same indexes and
 * counters; no sign-in, permissions, walls, validation or allow-list of returned fields.
 */
serveTask(async ({ settings }) => {
  const pool = new pg.Pool({ ...settings, max: CONNECTIONS });
  // An interrupted bench ends the database first, which is not an error here.
  pool.on('error', () => {});
  const app = Fastify();
  type Query = Record<string, string>;
  type Total = { total: number };
  const page = (rows: Total[], limit: number, total = rows[0]?.total ?? 0) => ({
    success: true,
    data: rows,
    pagination: { page: 1, limit, total, totalPages: Math.ceil(total / limit) },
  });

  app.get('/leads', async () => page((await pool.query<Total>({ name: 'newest', text: NEWEST })).rows, 12));
  app.get('/filtered', async (request) => {
    const { status, source, [ASSIGNEE_FILTER]: assignee } = request.query as Query;
    const found = await pool.query<Total>({
      name: 'filtered',
      text: FILTERED,
      values: [status, source, assignee],
    });
    return page(found.rows, 12);
  });
  // Not prepared, because the best plan depends on the term.
  app.get('/search', async (request) => {
    const found = await pool.query<Total>(SEARCH, [`%${(request.query as Query)['search']}%`]);
    return page(found.rows, 12);
  });
  const dashboard = async (name: string, text: string) => {
    const [figures, next] = await Promise.all([
      pool.query<object>({ name, text }),
      pool.query<object>({ name: 'next', text: NEXT_FOLLOW_UPS }),
    ]);
    return { success: true, data: { ...figures.rows[0], recent_leads: next.rows } };
  };
  app.get('/dashboard', async () => await dashboard('figures', FIGURES));
  app.get('/naive-dashboard', async () => await dashboard('naive', NAIVE_FIGURES));
  app.post('/leads', async (request, reply) => {
    const { name, email, phone, company_name, status, source, notes, created_by } = request.body as Query;
    const values = [name, email, phone, company_name, status, source, notes, created_by];
    const { rows } = await pool.query<object>({ name: 'create', text: CREATE, values });
    return await reply.status(201).send({ success: true, data: rows[0] });
  });
  app.patch('/leads/:id/score', async (request) => {
    const { id } = request.params as Query;
    const { lead_score } = request.body as { lead_score: number };
    const { rows } = await pool.query<object>({ name: 'edit', text: EDIT, values: [id, lead_score] });
    return { success: true, data: rows[0] };
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const close = async () => {
    await app.close();
    await pool.end();
  };
  return { url, close };
});
