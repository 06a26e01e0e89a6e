import { Injectable, type OnModuleInit } from '@nestjs/common';
import { bearerChallenge } from '../../http/errors/bearer-challenge';
import type { FailedRequest, ProtocolErrorRenderer, RenderedError } from '../../http/errors/error-renderer';
import { ErrorRenderers } from '../../http/errors/error-renderers';
import { httpStatusOf } from '../../http/errors/error-shape';
import type { AppError } from '../../kernel/app-error';
import { ERROR_CODES } from '../../kernel/error-code';
import { ProtectedResourceService } from './protected-resource.service';

/** Errors before a message is handled, as JSON-RPC. A 401 names the metadata that leads to the sign-in (RFC 9728, section 5.1). */
@Injectable()
export class McpErrorRenderer implements ProtocolErrorRenderer, OnModuleInit {
  readonly paths = /^\/api\/mcp(\?|$)/i;

  constructor(
    private readonly renderers: ErrorRenderers,
    private readonly resource: ProtectedResourceService,
  ) {}

  onModuleInit(): void {
    this.renderers.add(this);
  }

  render(error: AppError, { headers }: FailedRequest): RenderedError {
    const { code, message } = error;
    const challenge = bearerChallenge(error, headers.authorization);
    const metadata = `resource_metadata="${this.resource.metadataUrl(headers.host ?? '')}"`;
    return {
      status: httpStatusOf(error),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        ...(challenge === null ? {} : { 'www-authenticate': `${challenge}, ${metadata}` }),
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: null,
        error: { code: ERROR_CODES[code].number, message, data: { code } },
      }),
    };
  }
}
