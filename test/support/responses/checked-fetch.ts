import type { TestApp } from '../app';
import { parsedBody } from './exchange';
import { checkResponse } from './response-check';

/** `fetch` for clients of other makes: the response is what the API reference publishes, or an error. */
export async function checkedFetch(
  app: TestApp | null,
  url: string,
  init: RequestInit = {},
): Promise<Response> {
  const response = await fetch(url, init);
  const { status, headers } = response;
  checkResponse(app, {
    method: init.method ?? 'GET',
    url: new URL(url).href,
    sent: init.body,
    status,
    headers: Object.fromEntries(headers),
    // A stream would lose what another reader takes.
    body: parsedBody(await response.clone().text()),
  });
  return response;
}
