import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { conditions } from '#test/outside/conditions.ts';

/** Deliveries modelled on the portals' documentation; people and numbers are invented. */

export const GOOGLE = {
  lead_id:
    'TeSter-123-ABCDEFGHIJKLMNOPQRSTUVWXYZ-abcdefghijklmnopqrstuvwxyz-0123456789-AaBbCcDdEeFfGgHhIiJjKkLl',
  user_column_data: [
    { column_name: 'Full Name', string_value: 'Asha Patel', column_id: 'FULL_NAME' },
    { column_name: 'User Email', string_value: 'asha@example.com', column_id: 'EMAIL' },
    { column_name: 'User Phone', string_value: '+919876543210', column_id: 'PHONE_NUMBER' },
    { column_name: 'City', string_value: 'Pune', column_id: 'CITY' },
    { column_name: 'Company Name', string_value: 'Patel Interiors', column_id: 'COMPANY_NAME' },
    {
      column_name: 'Which colour do you like?',
      string_value: 'Blue',
      column_id: 'which_colour_do_you_like?',
    },
  ],
  api_version: '1.0',
  form_id: 40_099_887_766,
  campaign_id: 20_012_345_678,
  gcl_id: 'EAIaIQobChMI-test',
  adgroup_id: 20_000_000_000,
  creative_id: 30_000_000_000,
  is_test: false,
};

export const INDIAMART = {
  CODE: 200,
  STATUS: 'SUCCESS',
  RESPONSE: {
    UNIQUE_QUERY_ID: '2312345678',
    QUERY_TYPE: 'W',
    QUERY_TIME: '2026-11-20 10:12:13',
    SENDER_NAME: 'Ravi Kumar',
    SENDER_MOBILE: '+91-9812345678',
    SENDER_EMAIL: 'ravi@example.com',
    SUBJECT: 'Requirement for Teak sofa',
    SENDER_COMPANY: 'Kumar Traders',
    SENDER_ADDRESS: '12 MG Road, Jaipur, Rajasthan, 302001',
    SENDER_CITY: 'Jaipur',
    SENDER_STATE: 'Rajasthan',
    SENDER_PINCODE: '302001',
    SENDER_COUNTRY_ISO: 'IN',
    SENDER_MOBILE_ALT: '',
    SENDER_PHONE: '',
    SENDER_PHONE_ALT: '',
    SENDER_EMAIL_ALT: '',
    QUERY_PRODUCT_NAME: 'Teak Sofa',
    QUERY_MESSAGE: 'I want to buy a teak sofa.<br>Quantity: 2',
    QUERY_MCAT_NAME: 'Sofas',
    CALL_DURATION: '',
    RECEIVER_MOBILE: '',
  },
};

export const JUSTDIAL = {
  leadid: 'JD1',
  leadtype: 'company',
  prefix: 'Mr',
  name: 'Suresh Rao',
  mobile: '9845012345',
  phone: '',
  email: '',
  date: '2026-11-20',
  category: 'Interior Designers',
  city: 'Bengaluru',
  area: 'Koramangala',
  brancharea: 'Indiranagar',
  dncmobile: '0',
  dncphone: '0',
  company: 'Rao Homes',
  pincode: '560034',
  time: '10:15:00',
  branchpin: '560038',
  parentid: 'PXX80.XX80.1',
};

/**
 * The notice of a page's webhook. The id exceeds JavaScript's integers, once as a string and once as a
 * number, as sent formerly.
 */
export const LEADGEN = {
  object: 'page',
  entry: [
    {
      id: '153125381133',
      time: 1_795_000_000,
      changes: [
        {
          field: 'leadgen',
          value: {
            leadgen_id: '44445555666677778888',
            page_id: '153125381133',
            form_id: '998877665544',
            adgroup_id: '12312312312',
            ad_id: '12312312312',
            created_time: 1_795_000_000,
          },
        },
      ],
    },
  ],
};

const GRAPH_LEAD = {
  id: '44445555666677778888',
  created_time: '2026-11-20T10:12:13+0000',
  form_id: '998877665544',
  campaign_id: '6012345678',
  campaign_name: 'Monsoon',
  ad_name: 'Sofa ad',
  platform: 'ig',
  field_data: [
    { name: 'full_name', values: ['Nila Das'] },
    { name: 'email', values: ['nila@example.com'] },
    { name: 'phone_number', values: ['+919811112222'] },
    { name: 'how_many_rooms?', values: ['3'] },
  ],
};

type Said = [status: number, body: object];
type Answers = { graph?: () => Said; indiaMart?: () => Said };
type Asked = { path: string; authorization: string | undefined };

/** The portals from which the server reads leads, simulated by a small local server. */
export async function startPortals() {
  const asked: Asked[] = [];
  const { look, until } = conditions();
  let answers: Answers = {};
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, authorization: request.headers.authorization });
    const [status, body] = path.startsWith('/wservce/')
      ? (answers.indiaMart?.() ?? [200, { CODE: 204, STATUS: 'SUCCESS', MESSAGE: 'No leads' }])
      : (answers.graph?.() ?? [200, GRAPH_LEAD]);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    look();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    until,
    /** Sets the responses from now on, and clears the recorded requests. */
    answer: (how: Answers) => {
      answers = how;
      asked.length = 0;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
