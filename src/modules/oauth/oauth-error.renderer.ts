import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AppError } from '../../kernel/app-error';
import type { FailedRequest, ProtocolErrorRenderer, RenderedError } from '../../http/errors/error-renderer';
import { ErrorRenderers } from '../../http/errors/error-renderers';
import { httpStatusOf } from '../../http/errors/error-shape';
import { oauthErrorBody } from './oauth-error-body';

/** Renders errors of the endpoints for programs (RFC 6749, 5.2). The pages of /oauth render theirs as pages. */
@Injectable()
export class OAuthErrorRenderer implements ProtocolErrorRenderer, OnModuleInit {
  readonly paths = /^\/oauth\/(token|revoke|introspect)\/?(\?|$)/;

  constructor(private readonly renderers: ErrorRenderers) {}

  onModuleInit(): void {
    this.renderers.add(this);
  }

  render(thrown: AppError, { method }: FailedRequest): RenderedError {
    const error =
      thrown.code === 'NOT_FOUND' && method !== 'POST'
        ? new AppError('METHOD_NOT_SUPPORTED', 'Call this with POST')
        : thrown;
    return {
      // RFC 6749 has no status for an unsupported content type; it is an invalid request.
      status: error.code === 'UNSUPPORTED_MEDIA_TYPE' ? 400 : httpStatusOf(error),
      headers: { 'content-type': 'application/json; charset=utf-8', ...headersOf(error) },
      body: JSON.stringify(oauthErrorBody(error)),
    };
  }
}

function headersOf({ code }: AppError): Record<string, string> {
  if (code === 'UNAUTHORIZED') return { 'www-authenticate': 'Basic realm="oauth", charset="UTF-8"' };
  return code === 'METHOD_NOT_SUPPORTED' ? { allow: 'POST' } : {};
}
