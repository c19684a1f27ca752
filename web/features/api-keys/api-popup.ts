import type { ApiKey } from '#shared/accounts/api-keys.ts';

/** The popups of the API tab. Only one is open at a time. */
export type ApiPopup =
  | { kind: 'create' | 'snippet' }
  | { kind: 'rotate' | 'deactivate'; apiKey: ApiKey }
  /** A new key, shown only this once. */
  | { kind: 'created' | 'rotated'; key: string }
  | { kind: 'notice'; title: string; text: string };

export type OpenApiPopup = (popup: ApiPopup) => void;
