import type { Generated } from 'kysely';
import type { Channel } from '#shared/leads/message-templates.ts';
import type { Instant } from './column-types.ts';

/** An opened chat or mail; `template` is the template's name at that moment. */
export type LeadMessageRow = {
  id: string;
  lead_id: string;
  user_id: string | null;
  channel: Channel;
  template: string | null;
  created_at: Instant;
};

export type MessageTemplateRow = {
  id: string;
  user_id: string | null;
  channel: Channel;
  name: string;
  subject: string;
  body: string;
  is_shared: Generated<boolean>;
  /** The position among the shared templates, or among the owner's. */
  place: number;
  created_at: Instant;
};
