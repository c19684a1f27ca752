import type { AccessLink } from '#shared/accounts/access-links.ts';
import type { User } from '#shared/accounts/users.ts';

/** The popups of the Users tab. */
export type UserPopup =
  | { kind: 'add' | 'invite' }
  | { kind: 'edit' | 'deactivate' | 'reset-factor'; user: User }
  /** A link, shown only this once, with its recipient and purpose. */
  | { kind: 'link'; purpose: 'password' | 'invitation'; to: string; email: string; link: AccessLink };
export type OpenUserPopup = (popup: UserPopup) => void;
