import { Controller, HttpCode, Post } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { Call } from '../../http/routes/call.decorator';
import { HttpCalls } from '../../rpc/http-calls';
import { AuthenticatedRoute, PublicRoute } from '../../http/routes/http-route.decorators';
import { RestBody } from '../../http/bodies/rest-body';
import { SUCCESS } from '../../rpc/schema';
import { AUDITED_TOKEN } from './token-audit-snapshot';
import { CreateTokenBody } from './create-token.body';
import { LeakedTokenBody } from './leaked/leaked-token.body';
import { LeakedTokensService } from './leaked/leaked-tokens.service';
import { TokensService } from './tokens.service';

/**
 * Token creation is an HTTP route (specification, "Personal access tokens"), and so is the report of a
 * leaked token.
 */
@Controller('api/auth/tokens')
export class TokensHttpController {
  constructor(
    private readonly calls: HttpCalls,
    private readonly tokens: TokensService,
    private readonly leaked: LeakedTokensService,
  ) {}

  @Post()
  @AuthenticatedRoute(
    { scope: 'write', role: 'guest', isWithinPlaces: true },
    { auditedAs: 'auth.tokens.create' },
  )
  create(@Call() call: GuardedCall, @RestBody({ mayBeWrapped: true }) body: CreateTokenBody) {
    const mutation = {
      name: 'auth.tokens.create',
      input: body,
      hasSecretAnswer: true,
      isAudited: true,
      recordAuditSnapshot: AUDITED_TOKEN,
    };
    return this.calls.mutate(call, mutation, (context) => this.tokens.create(context, body));
  }

  /** Anyone with the secret can revoke the token. The response is the same for every secret. */
  @Post('leaked')
  @HttpCode(202)
  @PublicRoute()
  async reportLeaked(@Call() call: GuardedCall, @RestBody({ mayBeWrapped: true }) body: LeakedTokenBody) {
    await this.leaked.report(call.request, body.token);
    return SUCCESS;
  }
}
