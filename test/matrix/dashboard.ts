import { dashboard } from '#shared/work/dashboard.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = Object.values(dashboard).map((endpoint) => [endpoint, 'everyone'] as const);
