import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { StaticDocumentSpec } from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { unchecked } from '#shared/protocol/unchecked.ts';
import { openApi } from './openapi.ts';

/** The content policy of the documentation page: its own files, and nothing from elsewhere. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The document comes from the contract and is built once, even in a process with several applications. */
let made: ReturnType<typeof openApi> | undefined;

/** The OpenAPI document of the contract at /api/docs/json, browsable at /api/docs. */
export async function addDocuments(app: FastifyInstance): Promise<void> {
  made ??= openApi();
  const document = unchecked<StaticDocumentSpec['document']>(await made);
  await app.register(swagger, { mode: 'static', specification: { document } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: POLICY,
    uiConfig: { validatorUrl: null, deepLinking: true, persistAuthorization: false, tryItOutEnabled: true },
    theme: { title: 'LMS API' },
  });
}
