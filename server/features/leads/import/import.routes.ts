import type { Server } from '#server/http/serve.ts';
export function importRoutes(_server: Server): void {}
