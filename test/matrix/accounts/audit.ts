import { auditLog } from '#shared/accounts/audit.ts';
import type { Examples } from '#test/matrix/example.ts';

export const examples: Examples = [[auditLog.list, 'read the audit log']];
