import { Injectable } from '@nestjs/common';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import type { IncomingRequest } from '../../../access/incoming-request';
import type { AuthenticatedUser } from '../../../access/principal';
import type { AppError } from '../../../kernel/app-error';
import { outputTextOf } from '../../../rpc/envelope';
import { type Procedure, ProcedureRegistry } from '../../../rpc/procedure-registry';
import { ReportedCalls } from '../../../rpc/reported-calls';
import { wireSchemaOf } from '../../api-reference';
import { READING_TOOLS } from './reading-tools';
import { type ToolDeclaration, toolName } from './tool';
import { WRITING_TOOLS } from './writing-tools';

const NO_INPUT = { type: 'object' as const, properties: {}, additionalProperties: false };

interface ProcedureTool {
  procedure: Procedure;
  listed: Tool;
}

/** The tools of the MCP server. Each call of a tool is a call of its procedure, with its guards, limits and audit. */
@Injectable()
export class ToolsService {
  private tools: ReadonlyMap<string, ProcedureTool> | undefined;

  constructor(
    private readonly registry: ProcedureRegistry,
    private readonly calls: ReportedCalls,
  ) {}

  /** The tools whose procedures the credential can call, by its scopes and limits. */
  list({ scopes, placeLimits }: Pick<AuthenticatedUser, 'scopes' | 'placeLimits'>): Tool[] {
    return [...this.all().values()]
      .filter(
        ({ procedure }) =>
          scopes.has(procedure.scope) && (placeLimits === undefined || procedure.isWithinPlaces === true),
      )
      .map(({ listed }) => listed);
  }

  /**
   * Null if no tool has this name. A rejected call is a result with `isError`, so that the model reads why and can correct its
   * input.
   */
  async call(request: IncomingRequest, name: string, input: unknown): Promise<CallToolResult | null> {
    const tool = this.all().get(name);
    if (tool === undefined) return null;
    const outcome = await this.calls.invoke(request, tool.procedure.name, input);
    return 'body' in outcome
      ? { content: [{ type: 'text', text: outputTextOf(outcome.body) }] }
      : { content: [{ type: 'text', text: explanationOf(outcome.error) }], isError: true };
  }

  /** Built on first use: the registry is complete only when the application has started. */
  private all(): ReadonlyMap<string, ProcedureTool> {
    return (this.tools ??= new Map(
      [...READING_TOOLS, ...WRITING_TOOLS].map((tool) => [toolName(tool.procedure), this.toolOf(tool)]),
    ));
  }

  private toolOf(tool: ToolDeclaration): ProcedureTool {
    const procedure = this.registry.named(tool.procedure);
    const { input, kind } = procedure;
    const isQuery = kind === 'query';
    const listed: Tool = {
      name: toolName(tool.procedure),
      title: tool.title,
      description: tool.description,
      inputSchema: input === undefined ? NO_INPUT : (wireSchemaOf(input) as Tool['inputSchema']),
      annotations: {
        title: tool.title,
        readOnlyHint: isQuery,
        destructiveHint: tool.isDestructive ?? false,
        idempotentHint: isQuery || (tool.isIdempotent ?? false),
        // The tools reach this installation only.
        openWorldHint: false,
      },
    };
    return { procedure, listed };
  }
}

/** Code, message and every named field of an error, one per line. The message names the first field. */
function explanationOf({ code, message, issues = [], reason, retryAfterSeconds }: AppError): string {
  return [
    `${code}: ${message}`,
    ...(reason === undefined ? [] : [`Reason: ${reason}`]),
    ...issues.slice(1).map((issue) => `${issue.path}: ${issue.message}`),
    ...(retryAfterSeconds === undefined ? [] : [`Try again in ${retryAfterSeconds} seconds`]),
  ].join('\n');
}
