/** All error codes: the specification's, and additional ones for HTTP (contract §5, decision 0027). */
export const ERROR_CODES = {
  BAD_REQUEST: { httpStatus: 400, number: -32600 },
  UNAUTHORIZED: { httpStatus: 401, number: -32001 },
  FORBIDDEN: { httpStatus: 403, number: -32003 },
  NOT_FOUND: { httpStatus: 404, number: -32004 },
  METHOD_NOT_SUPPORTED: { httpStatus: 405, number: -32005 },
  TIMEOUT: { httpStatus: 408, number: -32008 },
  CONFLICT: { httpStatus: 409, number: -32009 },
  PAYLOAD_TOO_LARGE: { httpStatus: 413, number: -32013 },
  UNSUPPORTED_MEDIA_TYPE: { httpStatus: 415, number: -32015 },
  TOO_MANY_REQUESTS: { httpStatus: 429, number: -32029 },
  HEADERS_TOO_LARGE: { httpStatus: 431, number: -32600 },
  INTERNAL_SERVER_ERROR: { httpStatus: 500, number: -32603 },
  SERVICE_UNAVAILABLE: { httpStatus: 503, number: -32603 },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;
