import { Client, type FetchLike, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { WireClient } from './client';

/** Revisions of the protocol: that of clients without negotiation, and the latest. */
export const REVISIONS = ['legacy', 'auto'] as const;
export type Revision = (typeof REVISIONS)[number];

const HEADERS_OF_FETCH = [
  'accept',
  'content-type',
  'authorization',
  'mcp-protocol-version',
  'mcp-method',
  'mcp-name',
];

/** The SDK's client of the MCP server, over the application of a caller without a socket. */
export async function mcpClient(caller: WireClient, mode: Revision = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://trestle.test/api/mcp'), { fetch: fetchOf(caller) }),
  );
  return client;
}

/** The text of a result, and whether it is an error. */
export async function callTool(client: Client, name: string, input: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: input });
  const [{ text }] = content as unknown as [{ text: string }];
  return { text, isError };
}

// The wire is untyped here: specs assert on it.
// oxlint-disable-next-line typescript/no-explicit-any
type Output = any;

/** The output of a procedure that was called as a tool. */
export async function outputOf(
  client: Client,
  name: string,
  input: Record<string, unknown> = {},
): Promise<Output> {
  const { text, isError } = await callTool(client, name, input);
  if (isError) throw new Error(text);
  return JSON.parse(text) as unknown;
}

function fetchOf(caller: WireClient): FetchLike {
  return async (url, init) => {
    const given = new Headers(init?.headers);
    const headers = HEADERS_OF_FETCH.flatMap((name) => {
      const value = given.get(name);
      return value === null ? [] : [[name, value]];
    });
    const { pathname } = new URL(url);
    const answer = await caller.request(
      init?.method ?? 'GET',
      pathname,
      init?.body === undefined || init.body === null ? undefined : (init.body as string),
      Object.fromEntries(headers) as Record<string, string>,
    );
    const body = answer.bytes.length === 0 ? null : new Uint8Array(answer.bytes);
    return new Response(body, { status: answer.status, headers: answer.headers as Record<string, string> });
  };
}
