import { auth } from '#shared/auth.ts';
import { clients } from '#shared/clients.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { health } from '#shared/health.ts';
import { leadImport } from '#shared/lead-import.ts';
import { leads } from '#shared/leads.ts';
import { roles } from '#shared/roles.ts';
import { users } from '#shared/users.ts';

/** Every call of the API; the server refuses to start when one of them has no route. */
export const ENDPOINTS: readonly Endpoint[] = [
  health,
  auth,
  users,
  roles,
  clients,
  leads,
  leadImport,
].flatMap((feature) => Object.values<Endpoint>(feature));
