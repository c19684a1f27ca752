import type { Source } from '#shared/company/sources.ts';

/** The popups of sources. Only one is open at a time. */
export type SourcePopup =
  | { kind: 'add' }
  | { kind: 'edit' | 'log' | 'fields'; source: Source }
  /** A question before a step. */
  | { kind: 'secret' | 'switch-off' | 'delete'; source: Source }
  /** Where and how the portal must deliver. The secret is shown only this once. */
  | { kind: 'connect'; source: Pick<Source, 'id' | 'kind'>; secret: string; isNew: boolean };

export type OpenSourcePopup = (popup: SourcePopup) => void;
