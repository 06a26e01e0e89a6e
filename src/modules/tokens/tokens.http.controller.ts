import { Controller, Post } from '@nestjs/common';
import type { GuardedCall } from '../../access/guarded-call';
import { Call } from '../../rpc/plain-call';
import { PlainCalls } from '../../rpc/plain-calls';
import { CallerRoute } from '../../rpc/plain-route.decorator';
import { RestBody } from '../../rpc/rest-body';
import { CreateTokenBody } from './create-token.body';
import { TokensService } from './tokens.service';

/** Creation of tokens is a plain route (specification, "Personal access tokens"). */
@Controller('api/auth/tokens')
export class TokensHttpController {
  constructor(
    private readonly calls: PlainCalls,
    private readonly tokens: TokensService,
  ) {}

  @Post()
  @CallerRoute({ scope: 'write', role: 'guest' })
  create(@Call() call: GuardedCall, @RestBody({ mayBeWrapped: true }) body: CreateTokenBody) {
    const mutation = { name: 'auth.tokens.create', input: body, hasSecretAnswer: true, isAudited: true };
    return this.calls.mutate(call, mutation, (context) => this.tokens.create(context, body));
  }
}
