import * as z from 'zod/mini';
import { endpoint } from '#shared/protocol/endpoint.ts';

export const metrics = {
  read: endpoint({
    method: 'GET',
    path: '/metrics',
    permission: 'public',
    isProbe: true,
    tag: 'Health',
    summary:
      'Figures of this process for Prometheus. With METRICS_TOKEN for its bearer, else for the own machine alone',
    file: 'text/plain',
    data: z.string(),
  }),
};
