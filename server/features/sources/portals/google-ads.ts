import { recogniseHeader } from '#server/leads/values/header-aliases.ts';
import { answerOf, answersOf, nameOf, valuesIn, wordOf } from './portal.ts';
import type { Answer, Portal } from './portal.ts';

/** Readable names for the values next to the form's answers. */
const NAMES: Readonly<Record<string, string>> = {
  gcl_id: 'Google Click ID',
  adgroup_id: 'Ad Group ID',
  creative_id: 'Creative ID',
  asset_group_id: 'Asset Group ID',
  lead_submit_time: 'Submitted',
};
const KEPT = ['campaign_id', 'form_id', ...Object.keys(NAMES)];

/**
 * Lead forms of Google Ads: https://developers.google.com/google-ads/webhook/docs/implementation. The same
 * `lead_id` is the same lead; "Send test data" sets `is_test`.
 */
export const googleAds: Portal = {
  parts: (payload) => [payload],
  read: (part) => {
    const values = valuesIn(part);
    const columns = Array.isArray(values['user_column_data']) ? values['user_column_data'] : [];
    const about = Object.fromEntries(KEPT.map((name) => [name, values[name]]));
    return {
      portalId: wordOf(values['lead_id']) || undefined,
      isTest: values['is_test'] === true || values['is_test'] === 'true',
      answers: [...columns.flatMap(columnIn), ...answersOf(about, NAMES)],
    };
  },
};

/**
 * Google's own questions have an id (`PHONE_NUMBER`); a company's own questions are identified by their text.
 */
function columnIn(column: unknown): Answer[] {
  const { column_id, column_name, string_value } = valuesIn(column);
  const [id, words] = [nameOf(wordOf(column_id)), wordOf(column_name)];
  return answerOf(recogniseHeader(id) || !words ? id : words, string_value);
}
