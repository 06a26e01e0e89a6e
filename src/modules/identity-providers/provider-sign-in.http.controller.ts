import { Controller, Get, Param, Post, Query, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/app-error';
import type { GuardedCall } from '../../access/guarded-call';
import { continuePath } from '../../http/pages/continue-path';
import { FormBody, type FormFields } from '../../http/pages/form-body';
import { type Page, redirect } from '../../http/pages/page';
import { PageRoute } from '../../http/pages/page-route.decorator';
import { problemOf } from '../../http/pages/page-problem';
import { Call } from '../../http/routes/call.decorator';
import { CODE_PATH, codePage } from './code.page';
import { ProviderConnectionService } from './connections/provider-connection.service';
import { CodeStepsService } from './code-steps.service';
import { ProviderSignInFlowService } from './provider-sign-in-flow.service';
import { ProviderSignInService } from './provider-sign-in.service';

/** Longer than any invitation token. */
const MAX_TOKEN = 200;

/** Sign-in with a provider (contract §9): pages and redirects for browsers. */
@Controller('api/auth/oauth')
export class ProviderSignInHttpController {
  constructor(
    private readonly flows: ProviderSignInFlowService,
    private readonly signIns: ProviderSignInService,
    private readonly steps: CodeStepsService,
    private readonly connections: ProviderConnectionService,
  ) {}

  @Get('code')
  @PageRoute()
  showCode(@Call() { request }: GuardedCall): Page {
    this.steps.of(request);
    return codePage(null);
  }

  @Post('code')
  @PageRoute({ addressLimit: 'signin' })
  async submitCode(@Call() { request }: GuardedCall, @FormBody() { code = '' }: FormFields): Promise<Page> {
    const step = this.steps.of(request);
    try {
      const setCookie = await this.signIns.signIn(request, step, code);
      return redirect(step.continueTo, [setCookie, this.steps.ended()]);
    } catch (thrown) {
      return codePage(problemOf(thrown));
    }
  }

  @Get(':provider/login')
  @PageRoute()
  async login(
    @Call() { request }: GuardedCall,
    @Param('provider') provider: string,
    @Query() query: Record<string, unknown>,
  ): Promise<Page> {
    const { url, setCookie } = await this.flows.begin(request, provider, {
      continueTo: continuePath(query['continue']),
      invitation: invitationOf(query['invitation']),
      connectingSession: null,
    });
    return redirect(url, [setCookie]);
  }

  @Get(':provider/callback')
  @PageRoute()
  async callback(
    @Call() { request }: GuardedCall,
    @Param('provider') provider: string,
    @Req() raw: FastifyRequest,
  ): Promise<Page> {
    const query = queryOf(raw.url);
    const elsewhere = await this.flows.relayed(request, provider, query);
    if (elsewhere !== null) return redirect(elsewhere);
    const { connectingSession, ...pending } = await this.flows.end(request, provider, query);
    if (connectingSession !== null) {
      await this.connections.connect(request, pending.identity, connectingSession);
      return redirect(pending.continueTo, [this.flows.ended()]);
    }
    try {
      const setCookie = await this.signIns.signIn(request, pending, null);
      return redirect(pending.continueTo, [setCookie, this.flows.ended()]);
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.reason !== 'second_factor_needed') throw thrown;
      return redirect(CODE_PATH, [this.steps.begin(pending), this.flows.ended()]);
    }
  }
}

function queryOf(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? '' : url.slice(at + 1);
}

function invitationOf(given: unknown): string | null {
  return typeof given === 'string' && given !== '' && given.length <= MAX_TOKEN ? given : null;
}
