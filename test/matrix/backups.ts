import { backups } from '#shared/backups.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [[backups.check, 'manage clients']];
