export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  /** With the query, percent-encoded. */
  readonly path: string;
  readonly body: string | null;
}

export function queryRequest(procedure: string, input: object | null): HttpRequest {
  const query = input ? `?input=${encodeURIComponent(JSON.stringify({ json: input }))}` : '';
  return { method: 'GET', path: `/api/trpc/${procedure}${query}`, body: null };
}

export function mutationRequest(procedure: string, input: object): HttpRequest {
  return { method: 'POST', path: `/api/trpc/${procedure}`, body: JSON.stringify({ json: input }) };
}

/** A route that is no procedure, with a JSON body. */
export function restRequest(path: string, body: object): HttpRequest {
  return { method: 'POST', path, body: JSON.stringify(body) };
}
