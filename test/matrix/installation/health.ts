import { health } from '#shared/installation/health.ts';
import { metrics } from '#shared/installation/metrics.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [
  [health.live, 'public'],
  [health.ready, 'public'],
  [health.versions, 'public'],
  [metrics.read, 'public'],
];
