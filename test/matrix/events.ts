import { events } from '#shared/events.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [[events.live, 'everyone']];
