import { events } from '#shared/protocol/events.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [[events.live, 'everyone']];
