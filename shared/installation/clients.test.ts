import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SchemaName, schemaNameFrom } from '#shared/installation/clients.ts';

test('a schema name is made from the Latin letters and digits of a company name', () => {
  for (const [clientName, schemaName] of [
    ['Ácme & Söhne, Pune', 'acme_sohne_pune'],
    ['  Sharma_Interiors  ', 'sharma_interiors'],
    ['गृह सज्जा', 'client'],
    ['株式会社 Tanaka', 'tanaka'],
    ['3M', 'client_3m'],
    ['AB', 'client_ab'],
    ['', 'client'],
    ['Public', 'client_public'],
    ['pg_catalog', 'client_pg_catalog'],
    ['x'.repeat(60), 'x'.repeat(41)],
  ] as const) {
    assert.equal(schemaNameFrom(clientName), schemaName);
    assert.equal(SchemaName.parse(schemaName), schemaName);
  }
});

test('a schema name with a number added stays within the maximum length', () => {
  assert.equal(schemaNameFrom('Acme', 2), 'acme_2');
  assert.equal(schemaNameFrom('x'.repeat(60), 12), `${'x'.repeat(38)}_12`);
  assert.equal(schemaNameFrom(`${'x'.repeat(38)} y`, 2), `${'x'.repeat(38)}_2`);
});
