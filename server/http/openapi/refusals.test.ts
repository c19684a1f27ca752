import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadImport } from '#shared/leads/lead-import.ts';
import { leads } from '#shared/leads/leads.ts';
import { auth } from '#shared/accounts/auth.ts';
import { demoRequests } from '#shared/installation/demo-requests.ts';
import type { Endpoint } from '#shared/protocol/endpoint.ts';
import { health } from '#shared/installation/health.ts';
import { notifications } from '#shared/activities/notifications.ts';
import { products } from '#shared/leads/products.ts';
import { refusalsOf } from './refusals.ts';

const ALWAYS = [429, 500, 503, 504];

test('the documented refusals of a call follow from its method, permission and input', () => {
  const cases: [Endpoint, number[]][] = [
    [health.live, []],
    [notifications.unread, [401, 403]],
    [leads.list, [401, 403, 422]],
    [leads.get, [401, 403, 404]],
    [leads.create, [400, 401, 403, 404, 409, 412, 413, 415, 422]],
    [products.restore, [400, 401, 403, 404, 409, 413, 415]],
    [leadImport.run, [400, 401, 403, 404, 408, 409, 413, 415, 422]],
    [auth.logout, [400, 403, 409, 413, 415]],
    [demoRequests.create, [400, 404, 409, 413, 415, 422]],
  ];
  for (const [endpoint, wanted] of cases)
    assert.deepEqual(refusalsOf(endpoint), [...wanted, ...ALWAYS], `${endpoint.method} ${endpoint.path}`);
});
