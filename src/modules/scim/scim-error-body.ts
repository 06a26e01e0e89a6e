import type { AppError } from '../../kernel/app-error';
import type { ErrorCode } from '../../kernel/error-code';
import { httpStatusOf } from '../../http/errors/error-shape';
import { PRECONDITION_FAILED } from './resources/entity-tag';
import { isScimType, NOT_IMPLEMENTED, type ScimType } from './scim-error';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** For errors that are raised outside the endpoints, in guards and parsers. */
const TYPE_WITHOUT_REASON: Partial<Record<ErrorCode, ScimType>> = {
  BAD_REQUEST: 'invalidSyntax',
  CONFLICT: 'uniqueness',
};

/** Statuses for which the other protocols have no error code. */
const STATUS_OF_REASON: Readonly<Record<string, number>> = {
  [PRECONDITION_FAILED]: 412,
  [NOT_IMPLEMENTED]: 501,
};

/** The shape of a SCIM error (RFC 7644, 3.12). */
export interface ScimErrorBody {
  schemas: [typeof ERROR_SCHEMA];
  status: string;
  scimType?: ScimType;
  detail: string;
}

export function scimErrorStatus(error: AppError): number {
  return STATUS_OF_REASON[error.reason ?? ''] ?? httpStatusOf(error);
}

export function scimErrorBody(error: AppError): ScimErrorBody {
  const { code, reason, message } = error;
  const scimType = isScimType(reason) ? reason : TYPE_WITHOUT_REASON[code];
  const isTyped = scimType !== undefined && reason !== PRECONDITION_FAILED;
  return {
    schemas: [ERROR_SCHEMA],
    status: String(scimErrorStatus(error)),
    ...(isTyped ? { scimType } : {}),
    detail: message,
  };
}
