import { answersOf, valuesIn, wordOf } from './portal.ts';
import type { Portal } from './portal.ts';

/** Readable names for the portal's values. */
const NAMES: Readonly<Record<string, string>> = {
  category: 'Category',
  pincode: 'PIN code',
  brancharea: 'Branch',
  branchpin: 'PIN code of the branch',
  leadtype: 'Kind of lead',
};

/**
 * Leads from JustDial, sent as URL parameters, as a form or as JSON. JustDial publishes no specification; the
 * names are those that other programs read: leadid, leadtype, prefix, name, mobile, phone, email, date, time,
 * category, city, area, brancharea, dncmobile, dncphone, company, pincode, branchpin, parentid. The response
 * must be the word RECEIVED.
 */
export const justDial: Portal = {
  parts: (payload) => [payload],
  read: (part) => {
    const {
      leadid,
      parentid: _,
      dncmobile,
      dncphone: __,
      prefix,
      name,
      mobile,
      phone,
      ...rest
    } = valuesIn(part);
    const { city, area, date, time, ...values } = rest;
    const joined = (separator: string, ...words: unknown[]) =>
      words.map(wordOf).filter(Boolean).join(separator);
    const [first, second] = [wordOf(mobile), wordOf(phone)].filter(Boolean);
    const own = {
      name: joined(' ', prefix, name),
      phone: first,
      'Other telephone': second,
      location: joined(', ', area, city),
      'Enquired on': joined(' ', date, time),
      'Do not disturb': wordOf(dncmobile) === '1' ? 'Yes, the number is on the list' : '',
    };
    return {
      portalId: wordOf(leadid) || undefined,
      answers: [...answersOf(own, {}), ...answersOf(values, NAMES)],
    };
  },
};
