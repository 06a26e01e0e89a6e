import { createMcpHandler } from '@modelcontextprotocol/server';
import { protocolServer, type ToolProvider } from './protocol-server';

export interface HttpMessage {
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

/** Answers one message over HTTP, without a session, in each revision of the protocol that the SDK supports. */
export function answerMessage({ url, headers, body }: HttpMessage, tools: ToolProvider): Promise<Response> {
  const { fetch: answer } = createMcpHandler(() => protocolServer(tools), {
    // The tools do not change while a client is connected, so no stream stays open.
    maxSubscriptions: 0,
  });
  const request = new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer(request, { parsedBody: body });
}
