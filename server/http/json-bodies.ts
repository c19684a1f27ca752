import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '#server/errors.ts';

const OTHER_ENCODING = 'The request is not in UTF-8, the only encoding of JSON.';

/** Reads bodies as JSON. Bytes that are not UTF-8 are refused: their letters would be stored as �. */
export function acceptJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) void parse(request, body.toString(), done);
    else done(new HttpError(400, 'bad_json', OTHER_ENCODING));
  });
}
