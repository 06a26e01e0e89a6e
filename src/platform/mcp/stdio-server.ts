import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { protocolServer, type ToolProvider } from './protocol-server';

/** Serves the tools on standard input and output until the client closes them. */
export function serveOnStdio(tools: ToolProvider): void {
  serveStdio(() => protocolServer(tools));
}
