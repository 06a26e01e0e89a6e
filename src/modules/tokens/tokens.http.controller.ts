import { Controller, HttpCode, Post } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { Call } from '../../rpc/plain-call';
import { PlainCalls } from '../../rpc/plain-calls';
import { CallerRoute, PublicRoute } from '../../rpc/plain-route.decorator';
import { RestBody } from '../../rpc/rest-body';
import { SUCCESS } from '../../rpc/schema';
import { AUDITED_TOKEN } from './audited-token';
import { CreateTokenBody } from './create-token.body';
import { LeakedTokenBody } from './leaked-token.body';
import { LeakedTokensService } from './leaked-tokens.service';
import { TokensService } from './tokens.service';

/** Creation of tokens is a plain route (specification, "Personal access tokens"), and so is the report of a leaked one. */
@Controller('api/auth/tokens')
export class TokensHttpController {
  constructor(
    private readonly calls: PlainCalls,
    private readonly tokens: TokensService,
    private readonly leaked: LeakedTokensService,
  ) {}

  @Post()
  @CallerRoute({ scope: 'write', role: 'guest' }, { auditedAs: 'auth.tokens.create' })
  create(@Call() call: GuardedCall, @RestBody({ mayBeWrapped: true }) body: CreateTokenBody) {
    const mutation = {
      name: 'auth.tokens.create',
      input: body,
      hasSecretAnswer: true,
      isAudited: true,
      auditedRecord: AUDITED_TOKEN,
    };
    return this.calls.mutate(call, mutation, (context) => this.tokens.create(context, body));
  }

  /** Whoever holds a secret may end it. The answer is the same whatever the secret was worth. */
  @Post('leaked')
  @HttpCode(202)
  @PublicRoute()
  async reportLeaked(@Call() call: GuardedCall, @RestBody({ mayBeWrapped: true }) body: LeakedTokenBody) {
    await this.leaked.report(call.request, body.token);
    return SUCCESS;
  }
}
