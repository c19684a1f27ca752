import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';

export const health = {
  live: endpoint({
    method: 'GET',
    path: '/health/live',
    permission: 'public',
    isProbe: true,
    tag: 'Health',
    summary: '200 while the process answers at all; a process that does not is to be started anew',
    data: z.object({ status: z.literal('live') }),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/health/ready',
    permission: 'public',
    isProbe: true,
    tag: 'Health',
    summary:
      '200 while the database answers; 503 otherwise and while the process stops: send callers elsewhere',
    data: z.object({ status: z.literal('ready') }),
  }),
  versions: endpoint({
    method: 'GET',
    path: '/health',
    permission: 'public',
    tag: 'Health',
    summary:
      '200 when the database answers and the wall between clients stands, else 503. The versions are for signed-in people and programs, and for the own machine',
    data: z.object({
      status: z.literal('ready'),
      /** How PostgreSQL separates clients. */
      wall: z.literal('role per client'),
      version: z.optional(z.string()),
      /** One server, or clients spread over the nodes of a Citus cluster. */
      engine: z.optional(z.enum(['postgresql', 'citus'])),
      database: z.optional(z.string()),
      core: z.optional(z.string()),
      clients: z.optional(z.string()),
    }),
  }),
};
