import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Tool,
} from '@modelcontextprotocol/server';
import { packageVersion } from '../config/version';

/** What a server of either transport does for its client. */
export interface ToolProvider {
  list(): Promise<Tool[]> | Tool[];
  /** Null if no tool has this name. */
  call(name: string, input: Record<string, unknown> | undefined): Promise<CallToolResult | null>;
}

const INSTRUCTIONS = `Trestle is a work-management service: an organization has workspaces, workspaces have projects, projects have
boards, and boards have groups, typed columns and items. Find things by name with search_query. Read a board with boards_get before
you read or change its items, because values are keyed by column id. Ids look like brd_…, col_…, itm_…, usr_…; never invent one.`;

/** A server of the Model Context Protocol with tools only (contract §11). */
export function protocolServer(tools: ToolProvider): Server {
  const server = new Server(
    { name: 'trestle', title: 'Trestle', version: packageVersion() },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler('tools/list', async () => ({ tools: await tools.list() }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const result = await tools.call(params.name, params.arguments);
    if (result === null)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        `No tool is named ${params.name.slice(0, 100)}`,
      );
    return result;
  });
  return server;
}
