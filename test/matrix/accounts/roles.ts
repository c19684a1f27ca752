import { roles } from '#shared/accounts/roles.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [[roles.list, 'manage roles']];
