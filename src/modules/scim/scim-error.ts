import { AppError } from '../../kernel/app-error';
import type { ErrorCode } from '../../kernel/error-code';

/** The codes of RFC 7644, table 9, that this service uses. */
const SCIM_TYPES = [
  'invalidFilter',
  'uniqueness',
  'mutability',
  'invalidSyntax',
  'invalidPath',
  'noTarget',
  'invalidValue',
] as const;

export type ScimType = (typeof SCIM_TYPES)[number];

/** Errors of other classes can have other reasons. */
export const isScimType = (reason: string | undefined): reason is ScimType =>
  (SCIM_TYPES as readonly (string | undefined)[]).includes(reason);

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
