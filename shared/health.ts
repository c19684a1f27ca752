import * as z from 'zod/mini';
import { endpoint } from '#shared/endpoint.ts';

export const health = {
  ready: endpoint({
    method: 'GET',
    path: '/health',
    permission: 'public',
    tag: 'Health',
    summary: '200 when the database answers and the wall between clients stands, else 503',
    data: z.object({
      status: z.literal('ready'),
      /** How PostgreSQL keeps clients apart. */
      wall: z.literal('role per client'),
      version: z.string(),
      database: z.string(),
      core: z.string(),
      clients: z.string(),
    }),
  }),
};
