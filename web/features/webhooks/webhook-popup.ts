import type { Webhook } from '#shared/company/webhooks.ts';

/** The popups of webhooks. Only one is open at a time. */
export type WebhookPopup =
  | { kind: 'add' }
  | { kind: 'edit' | 'deliveries'; webhook: Webhook }
  /** A question before a step. */
  | { kind: 'secret' | 'switch-off' | 'delete'; webhook: Webhook }
  /** A new secret, shown only this once. */
  | { kind: 'shown'; secret: string; isNew: boolean };

export type OpenWebhookPopup = (popup: WebhookPopup) => void;
