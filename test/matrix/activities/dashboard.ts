import { dashboard } from '#shared/activities/dashboard.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = Object.values(dashboard).map((endpoint) => [endpoint, 'everyone'] as const);
