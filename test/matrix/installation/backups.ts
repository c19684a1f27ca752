import { backups } from '#shared/installation/backups.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [[backups.check, 'manage clients']];
