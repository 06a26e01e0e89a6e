import { Injectable } from '@nestjs/common';
import { Authenticator } from '../../access/authenticator';
import type { GuardedCall } from '../../access/guarded-call';
import { RateLimits } from '../../access/rate-limits';
import { AppError } from '../../kernel/app-error';
import { HttpConfig } from '../../platform/config/http.config';
import { ToolsService } from './tools/tools.service';

/** Loaded with the first message, because most installations have no MCP client. */
const loadProtocol = () => import('../../platform/mcp/http-message.js');

/** Headers that the protocol uses. */
const PROTOCOL_HEADERS = /^(accept|content-type|mcp-[a-z-]+|last-event-id)$/;

type MessageHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Answers one message of a client. */
@Injectable()
export class MessagesService {
  constructor(
    private readonly tools: ToolsService,
    private readonly authenticator: Authenticator,
    private readonly limits: RateLimits,
    private readonly http: HttpConfig,
  ) {}

  async answer(call: GuardedCall, headers: MessageHeaders, body: unknown = null): Promise<Response> {
    // One message is one call: guards keep the access of one call of a request at a time.
    if (Array.isArray(body)) throw new AppError('BAD_REQUEST', 'Batches are not supported; send one message');
    await this.count(call, body);
    const { request, person } = call;
    const { answerMessage } = await loadProtocol();
    const url = `${this.http.publicUrl}/api/mcp`;
    return answerMessage(
      { url, headers: protocolHeaders(headers), body },
      {
        list: () => this.tools.list(person!),
        call: (name, input) => this.tools.call(request, name, input),
      },
    );
  }

  /** A tool call is counted by the guards of its procedure, every other message here. */
  private async count({ request, person }: GuardedCall, body: unknown): Promise<void> {
    const method = typeof body === 'object' && body !== null && 'method' in body ? body.method : undefined;
    if (method === 'tools/call') return;
    const { credential } = person!;
    const { plan } = await this.authenticator.tenant(request, person!);
    await this.limits.token(request.rate, credential.id, plan);
  }
}

function protocolHeaders(headers: MessageHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter(
      (header): header is [string, string] =>
        PROTOCOL_HEADERS.test(header[0]) && typeof header[1] === 'string',
    ),
  );
}
