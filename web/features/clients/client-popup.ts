import type { Client } from '#shared/installation/clients.ts';

/** The popups of the Clients tab. */
export type ClientPopup =
  | { kind: 'add' }
  | { kind: 'user' | 'details' | 'edit' | 'archive' | 'deactivate' | 'remove'; client: Client };
export type OpenClientPopup = (popup: ClientPopup) => void;
