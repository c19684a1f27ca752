import { notingChangedRows } from '#server/db/migrations/client/0010-changed-rows.ts';
import type { ClientMigration } from '#server/db/migrations/migration.ts';

/** The initial message templates of a company, in English and Hindi: channel, name, subject and text. */
const STARTERS: readonly (readonly [channel: string, name: string, subject: string, body: string])[] = [
  [
    'whatsapp',
    'First contact',
    '',
    'Hello {first name|there}, this is {me} from {company}. Thank you for asking about {product|what we offer}. When is a good time to talk?',
  ],
  [
    'whatsapp',
    'पहला संपर्क',
    '',
    'नमस्ते {first name} जी, मैं {company} से {me}। {product|हमारी सेवाओं} में आपकी रुचि के लिए धन्यवाद। बात करने के लिए कौन सा समय ठीक रहेगा?',
  ],
  [
    'whatsapp',
    'I tried to call',
    '',
    'Hello {first name|there}, I just tried to call you about {product|your enquiry}. When may I call again?\n{me}, {company}',
  ],
  [
    'whatsapp',
    'फ़ोन पर बात नहीं हुई',
    '',
    'नमस्ते {first name} जी, मैंने अभी आपको फ़ोन किया था, पर बात नहीं हो पाई। दोबारा कब फ़ोन करूँ?\n{me}, {company}',
  ],
  [
    'email',
    'Thank you for your enquiry',
    'Your enquiry to {company}',
    'Hello {name|there},\n\nthank you for asking about {product|what we offer}. I will gladly answer your questions. When may I call you?\n\nKind regards\n{me}\n{company}',
  ],
  [
    'email',
    'पूछताछ के लिए धन्यवाद',
    '{company} में आपकी पूछताछ',
    'नमस्ते {name} जी,\n\n{product|हमारी सेवाओं} में आपकी रुचि के लिए धन्यवाद। आपके सवालों के जवाब देने में मुझे खुशी होगी। मैं आपको कब फ़ोन करूँ?\n\nसादर\n{me}\n{company}',
  ],
];

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Inserts the initial templates, except into the template schema and beside leads. */
export const firstTemplates = (s: string): string => `
    INSERT INTO ${s}.message_templates (id, channel, name, subject, body, is_shared, place)
    SELECT gen_random_uuid(), channel, name, subject, body, true, place
    FROM (VALUES ${STARTERS.map((texts, place) => `(${place}, ${texts.map(quoted).join(', ')})`).join(', ')})
      AS starter (place, channel, name, subject, body)
    WHERE ${quoted(s)} NOT LIKE '%client_template%' AND NOT EXISTS (SELECT 1 FROM ${s}.leads);`;

/**
 * Message templates, and history entries for opened chats and mails. Companies that already have leads, and
 * the template schema, get no templates: there, one tap still opens the chat directly.
 */
export const messages: ClientMigration = {
  name: '0015-messages',
  sql: (s) => `
    CREATE TABLE ${s}.message_templates (
      id uuid PRIMARY KEY,
      -- null: one of the first templates, which nobody has made
      user_id uuid REFERENCES ${s}.members,
      channel text NOT NULL,
      name text NOT NULL,
      subject text NOT NULL,
      body text NOT NULL,
      is_shared boolean NOT NULL DEFAULT false,
      place integer NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX message_templates_user ON ${s}.message_templates (user_id);
    CREATE TABLE ${s}.lead_messages (
      id uuid PRIMARY KEY,
      lead_id uuid NOT NULL REFERENCES ${s}.leads ON DELETE CASCADE,
      user_id uuid REFERENCES ${s}.members,
      channel text NOT NULL,
      template text,
      created_at timestamptz NOT NULL DEFAULT now()
    );
    CREATE INDEX lead_messages_lead ON ${s}.lead_messages (lead_id, created_at DESC, id DESC);
    ${notingChangedRows(s, 'lead_messages')}
    ${firstTemplates(s)}
  `,
};
