import { answerOf, answersOf, valuesIn, wordOf } from './portal.ts';
import type { Portal } from './portal.ts';

/** Readable names for the values next to the form's answers. */
const NAMES: Readonly<Record<string, string>> = {
  campaign_name: 'campaign_id',
  ad_name: 'Ad',
  adset_name: 'Ad Set',
  platform: 'Platform',
  created_time: 'Submitted',
};
const PLATFORMS: Readonly<Record<string, string>> = { fb: 'Facebook', ig: 'Instagram' };

/**
 * Lead ads of Facebook and Instagram. The page's webhook sends a lead's id
 * (https://developers.facebook.com/docs/graph-api/webhooks/getting-started/webhooks-for-leadgen); the lead
 * itself is read from the Graph API
 * (https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving). A part is one or the
 * other.
 */
export const facebook: Portal = {
  parts: (payload) =>
    listIn(payload, 'entry')
      .flatMap((entry) => listIn(entry, 'changes'))
      .filter((change) => valuesIn(change)['field'] === 'leadgen')
      .map((change) => valuesIn(change)['value']),
  read: (part) => {
    const { id, leadgen_id, field_data: _, platform, ...rest } = valuesIn(part);
    const { campaign_id, campaign_name, ad_name, adset_name, form_id, created_time } = rest;
    const answers = listIn(part, 'field_data').flatMap((field) => {
      const { name, values } = valuesIn(field);
      const words = Array.isArray(values) ? values.map(wordOf).filter(Boolean).join(', ') : '';
      return answerOf(wordOf(name), words);
    });
    const place = wordOf(platform);
    const about = { form_id, ad_name, adset_name, created_time, platform: PLATFORMS[place] ?? place };
    return {
      portalId: wordOf(id) || wordOf(leadgen_id) || undefined,
      answers: [
        ...answers.filter(({ name }) => name !== ''),
        ...answersOf({ campaign_name: wordOf(campaign_name) || campaign_id, ...about }, NAMES),
      ],
    };
  },
};

/** The lead id in a part of the page's webhook; undefined for a lead that has been read. */
export function leadgenId(part: unknown): string | undefined {
  const { leadgen_id } = valuesIn(part);
  const id = wordOf(leadgen_id);
  return /^\d{1,30}$/.test(id) ? id : undefined;
}

function listIn(value: unknown, name: string): unknown[] {
  const list = valuesIn(value)[name];
  return Array.isArray(list) ? list : [];
}
