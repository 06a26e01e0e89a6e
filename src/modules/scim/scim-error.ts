import { AppError } from '../../kernel/app-error';
import type { ErrorCode } from '../../kernel/error-code';

/** The codes of RFC 7644, table 9, that this service uses. */
export type ScimType =
  | 'invalidFilter'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

const CODES: Partial<Record<ScimType, ErrorCode>> = { uniqueness: 'CONFLICT' };

/** An error with a code of SCIM, which becomes its reason. */
export class ScimError extends AppError {
  constructor(scimType: ScimType, message: string) {
    super(CODES[scimType] ?? 'BAD_REQUEST', message, { reason: scimType });
  }
}

/** The reason of a request to an optional endpoint that this service does not implement. Only SCIM responds with 501. */
export const NOT_IMPLEMENTED = 'notImplemented';

export class NotImplementedByScim extends AppError {
  constructor(message: string) {
    super('METHOD_NOT_SUPPORTED', message, { reason: NOT_IMPLEMENTED });
  }
}
