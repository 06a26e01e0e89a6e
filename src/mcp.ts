import { firstLine } from './process-life';

/** Loaded on demand, so that a bad URL is reported at once. */
const loadRemote = (): typeof import('./platform/mcp/remote-tools') =>
  require('./platform/mcp/remote-tools') as never;
const loadStdio = (): typeof import('./platform/mcp/stdio-server') =>
  require('./platform/mcp/stdio-server') as never;

export interface McpCommandOptions {
  url: string;
  token: string;
}

/**
 * `trestle mcp`: an MCP server on standard input and output, for clients that start their servers. It relays the tools of a
 * running installation, and ends with its client (contract §11).
 */
export async function main({ url, token }: McpCommandOptions): Promise<void> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    return fail('--url or TRESTLE_URL must be an http or https URL');
  try {
    loadStdio().serveOnStdio(await loadRemote().connectToTools(new URL(url), token));
  } catch (error) {
    fail(`Trestle at ${url} cannot be used: ${firstLine(error)}`);
  }
}

function fail(problem: string): void {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}
