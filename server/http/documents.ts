import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { StaticDocumentSpec } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { openApi } from '#server/http/openapi.ts';

/** The document is that of the contract, made once in a process that has several applications. */
let made: ReturnType<typeof openApi> | undefined;

/** The OpenAPI document of the contract at /api/docs/json, browsable at /api/docs. */
export async function addDocuments(app: FastifyInstance, version: string): Promise<void> {
  made ??= openApi(version);
  const document = (await made) as unknown as StaticDocumentSpec['document'];
  await app.register(swagger, { mode: 'static', specification: { document } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { deepLinking: true, persistAuthorization: false, tryItOutEnabled: true },
    theme: { title: 'LMS API' },
  });
}
