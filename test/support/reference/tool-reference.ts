import type { Tool } from '@modelcontextprotocol/server';
import type { Procedure } from '../../../src/rpc/procedure-registry';

export const TOOLS_START =
  '<!-- `npm run docs` writes everything below from the declarations of the tools. -->';

const PREFACE = `## Tools

The input of a tool is the input of its procedure, and its result is the output of the procedure as JSON text. A rejected call is a
result with \`isError\`, whose text has the code, the message and every invalid field, so that a model can correct its call.

Administration is not among the tools: no tool invites members, creates tokens, shares a board or deletes a board.`;

/** The table of docs/mcp.md, before formatting. */
export function toolReference(tools: readonly Tool[], procedures: readonly Procedure[]): string {
  const rows = tools.map(({ name, title, annotations }) => {
    const procedure = procedures.find((each) => each.name.replaceAll('.', '_') === name)!;
    const kind = annotations!.readOnlyHint
      ? 'reads'
      : annotations!.destructiveHint
        ? 'destructive'
        : 'changes';
    return `| \`${name}\` | ${title} | \`${procedure.scope}\` | ${kind} |`;
  });
  const table = ['| tool | title | scope | kind |', '| --- | --- | --- | --- |', ...rows].join('\n');
  return `${TOOLS_START}\n\n${PREFACE}\n\n${table}\n`;
}
