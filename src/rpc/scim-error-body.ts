import type { AppError } from '../kernel/app-error';
import type { ErrorCode } from '../kernel/error-code';
import { httpStatusOf } from './error-shape';

/** The media type of SCIM's bodies (RFC 7644, 8.1). */
export const SCIM_TYPE = 'application/scim+json';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The words of RFC 7644, table 9. A failure names its own as its reason. */
const WORDS: ReadonlySet<string> = new Set([
  'invalidFilter',
  'tooMany',
  'uniqueness',
  'mutability',
  'invalidSyntax',
  'invalidPath',
  'noTarget',
  'invalidValue',
  'invalidVers',
  'sensitive',
]);

/** What is refused before an endpoint has a word for it. */
const WORD_OF_CODE: Partial<Record<ErrorCode, string>> = {
  BAD_REQUEST: 'invalidSyntax',
  CONFLICT: 'uniqueness',
};

/** The reason of a write that named a version which is not the present one; no other part of the service knows 412. */
export const PRECONDITION_FAILED = 'preconditionFailed';

export interface ScimErrorBody {
  schemas: [typeof ERROR_SCHEMA];
  status: string;
  scimType?: string;
  detail: string;
}

export function scimStatusOf(error: AppError): number {
  return error.reason === PRECONDITION_FAILED ? 412 : httpStatusOf(error);
}

export function scimErrorBody(error: AppError): ScimErrorBody {
  const { code, reason, message } = error;
  const scimType = reason !== undefined && WORDS.has(reason) ? reason : WORD_OF_CODE[code];
  const isTyped = scimType !== undefined && reason !== PRECONDITION_FAILED;
  return {
    schemas: [ERROR_SCHEMA],
    status: String(scimStatusOf(error)),
    ...(isTyped ? { scimType } : {}),
    detail: message,
  };
}

/** Whether whoever calls this reads SCIM's errors, and no others. */
export function isScimPath(url: string): boolean {
  return /^\/api\/scim(\/|\?|$)/i.test(url);
}
