import { Conflict, HttpError } from '#server/errors.ts';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The detail codes of RFC 7644, table 9, that LMS uses. */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'uniqueness';

/** A refusal of a SCIM request with its detail code. */
export class ScimRefusal extends HttpError {
  readonly scimType: ScimType;

  constructor(scimType: ScimType, message: string) {
    super(scimType === 'uniqueness' ? 409 : 400, 'scim', message);
    this.scimType = scimType;
  }
}

/** The body of a failed SCIM request. Wrong values, which are 422 elsewhere, are 400 here. */
export function scimError(error: HttpError): { status: number; body: object } {
  const isInvalid = error.status === 422;
  const status = isInvalid ? 400 : error.status;
  const scimType =
    error instanceof ScimRefusal
      ? error.scimType
      : isInvalid
        ? 'invalidValue'
        : error.code === 'bad_json'
          ? 'invalidSyntax'
          : error instanceof Conflict && error.errors
            ? 'uniqueness'
            : undefined;
  return {
    status,
    body: {
      schemas: [ERROR_SCHEMA],
      status: String(status),
      ...(scimType && { scimType }),
      detail: error.message,
    },
  };
}
