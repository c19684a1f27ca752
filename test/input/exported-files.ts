import assert from 'node:assert/strict';
import { leadExport } from '#shared/leads/lead-export.ts';
import { leadImport } from '#shared/leads/lead-import.ts';
import type { ImportResult } from '#shared/leads/lead-import.ts';
import type { TestApp } from '#test/app.ts';
import { ownerRows } from '#test/rows/owner-rows.ts';
import type { Person, TestClient } from '#test/world.ts';

/** Exports from an app, imports into it, and all stored values of a client's leads. */
export function exportedFiles(app: TestApp) {
  return {
    async exported(person: Person, query: Record<string, string> = {}) {
      const response = await app.app.inject({
        method: 'GET',
        url: `/api${leadExport.run.path}?${new URLSearchParams(query)}`,
        headers: { authorization: `Bearer ${person.token}` },
      });
      return {
        status: response.statusCode,
        headers: response.headers,
        file: response.rawPayload,
        text: response.body,
      };
    },

    async importBack(person: Person, file: Buffer, filename: string): Promise<ImportResult> {
      const form = new FormData();
      form.append('update_existing', 'true');
      form.append('file', new Blob([new Uint8Array(file)]), filename);
      const request = new Request('http://localhost', { method: 'POST', body: form });
      const response = await app.app.inject({
        method: 'POST',
        url: `/api${leadImport.run.path}`,
        headers: {
          authorization: `Bearer ${person.token}`,
          'content-type': request.headers.get('content-type') ?? '',
        },
        payload: Buffer.from(await request.arrayBuffer()),
      });
      assert.equal(response.statusCode, 200, response.body);
      return (JSON.parse(response.body) as { data: ImportResult }).data;
    },

    async stored({ schema }: TestClient): Promise<unknown[]> {
      return await ownerRows(app, `SELECT * FROM ${schema}.leads ORDER BY id`);
    },
  };
}
