import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { packageVersion } from '../config/version';
import type { ToolProvider } from './protocol-server';

/** The tools of a running installation, reached over HTTP with a token. */
export async function connectToTools(
  url: URL,
  token: string,
): Promise<ToolProvider & { close(): Promise<void> }> {
  const client = new Client({ name: 'trestle-mcp', version: packageVersion() });
  const transport = new StreamableHTTPClientTransport(new URL('/api/mcp', url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  return {
    list: async () => (await client.listTools()).tools,
    call: (name, input) => client.callTool({ name, arguments: input }),
    close: () => client.close(),
  };
}
