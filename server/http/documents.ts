import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';

/** OpenAPI made from the endpoints, browsable at /api/docs. */
export async function addDocuments(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      info: {
        title: 'LMS',
        version,
        description: 'Lead management. Sign in with POST /auth/login and send the token as a bearer.',
      },
      servers: [{ url: '/api' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    stripBasePath: true,
  });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { deepLinking: true, persistAuthorization: false, tryItOutEnabled: true },
    theme: { title: 'LMS API' },
  });
}
