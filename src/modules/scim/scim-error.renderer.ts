import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AppError } from '../../kernel/app-error';
import { bearerChallenge } from '../../http/errors/bearer-challenge';
import type { FailedRequest, ProtocolErrorRenderer, RenderedError } from '../../http/errors/error-renderer';
import { ErrorRenderers } from '../../http/errors/error-renderers';
import { scimErrorBody, scimErrorStatus } from './scim-error-body';
import { SCIM_CONTENT_TYPE } from './scim-media-type';

/** Errors below /api/scim, whether or not a route matches. */
@Injectable()
export class ScimErrorRenderer implements ProtocolErrorRenderer, OnModuleInit {
  readonly paths = /^\/api\/scim(\/|\?|$)/i;

  constructor(private readonly renderers: ErrorRenderers) {}

  onModuleInit(): void {
    this.renderers.add(this);
  }

  render(error: AppError, { headers }: FailedRequest): RenderedError {
    const challenge = bearerChallenge(error, headers.authorization);
    return {
      status: scimErrorStatus(error),
      headers: {
        'content-type': SCIM_CONTENT_TYPE,
        ...(challenge === null ? {} : { 'www-authenticate': challenge }),
      },
      body: JSON.stringify(scimErrorBody(error)),
    };
  }
}
