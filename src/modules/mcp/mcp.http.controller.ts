import { Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GuardedCall } from '../../access/guarded-call';
import { Call } from '../../http/routes/call.decorator';
import { ClientRoute } from '../../http/routes/http-route.decorators';
import { AppError } from '../../kernel/app-error';
import { McpGuard } from './mcp.guard';
import { MessagesService } from './messages.service';

/** A tool call contains at most a hundred items with their values. */
const MESSAGE_MAX_BYTES = 1024 * 1024;

const McpRoute = () =>
  ClientRoute({
    guard: McpGuard,
    caller: 'a program with a token, as the tools of its scopes',
    accepts: 'json',
    maxBytes: MESSAGE_MAX_BYTES,
    hasDryRuns: true,
  });

/** The MCP server over streamable HTTP (contract §11). It has no sessions: any replica answers any message. */
@Controller('api/mcp')
export class McpHttpController {
  constructor(private readonly messages: MessagesService) {}

  @Post()
  @McpRoute()
  async message(
    @Call() call: GuardedCall,
    @Req() { headers }: FastifyRequest,
    @Body() body: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const response = await this.messages.answer(call, headers, body);
    void reply.status(response.status).headers(Object.fromEntries(response.headers));
    return response.text();
  }

  /** Streams of a session, and its end, which clients try before they use none. */
  @Get()
  @McpRoute()
  stream(@Res({ passthrough: true }) reply: FastifyReply): never {
    return rejectMethod(reply);
  }

  @Delete()
  @McpRoute()
  end(@Res({ passthrough: true }) reply: FastifyReply): never {
    return rejectMethod(reply);
  }
}

function rejectMethod(reply: FastifyReply): never {
  void reply.header('allow', 'POST');
  throw new AppError('METHOD_NOT_SUPPORTED', 'The MCP server has no sessions; send messages with POST');
}
