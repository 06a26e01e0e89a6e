/** Headers of every response. The rate-limit headers are separate, because they are known later. */
export function everyResponse(requestId: string, isSecure: boolean): Record<string, string> {
  const headers = { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' };
  return isSecure
    ? { ...headers, 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
    : headers;
}
