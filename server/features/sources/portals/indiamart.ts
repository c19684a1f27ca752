import { withLines } from '#server/leads/values/cell-lines.ts';
import { answersOf, valuesIn, wordOf } from './portal.ts';
import type { Portal } from './portal.ts';

/** Readable names for the portal's values. */
const NAMES: Readonly<Record<string, string>> = {
  QUERY_PRODUCT_NAME: 'Product',
  QUERY_MCAT_NAME: 'Category',
  SENDER_STATE: 'State',
  SENDER_PINCODE: 'PIN code',
  SENDER_COUNTRY_ISO: 'Country',
  SENDER_MOBILE_ALT: 'Other mobile',
  SENDER_PHONE_ALT: 'Other telephone',
  SENDER_EMAIL_ALT: 'Other email address',
  SUBJECT: 'Subject',
  CALL_DURATION: 'Length of the call',
  RECEIVER_MOBILE: 'Called number',
  RECEIVER_CATALOG: 'Page of the catalogue',
};

/** IndiaMART's letters for the types of its enquiries. */
const QUERY_TYPES: Readonly<Record<string, string>> = {
  W: 'Direct enquiry',
  B: 'Buy lead',
  BL: 'Buy lead',
  P: 'Call',
  V: 'Call',
  BIZ: 'View of the catalogue',
  WA: 'WhatsApp',
};

/**
 * Enquiries from IndiaMART, as it pushes them
 * (https://help.indiamart.com/knowledge-base/integration-of-indiamarts-lead-manager-crm-push-api-with-third-party-crms-real-time-push-of-leads/)
 * and as its listing returns them (https://help.indiamart.com/knowledge-base/lms-crm-integration-v2/).
 */
export const indiaMart: Portal = {
  parts: (payload) => {
    const { RESPONSE: response } = valuesIn(payload);
    if (Array.isArray(response)) return response as unknown[];
    return [response ?? payload];
  },
  read: (part) => {
    const { UNIQUE_QUERY_ID: id, QUERY_TYPE: type, QUERY_TIME: time, ...values } = valuesIn(part);
    const kind = wordOf(type);
    return {
      portalId: wordOf(id) || undefined,
      answers: [
        ...answersOf(values, NAMES).map((answer) => ({ ...answer, value: withLines(answer.value) })),
        ...answersOf({ 'Kind of enquiry': QUERY_TYPES[kind] ?? kind, 'Enquired on': time }, {}),
      ],
    };
  },
};
