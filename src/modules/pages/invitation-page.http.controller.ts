import { Controller, Get, Post, Query } from '@nestjs/common';
import { emailKey } from '../../kernel/email-key';
import type { GuardedCall } from '../../access/guarded-call';
import type { IncomingRequest } from '../../access/incoming-request';
import { AccountsConfig } from '../../platform/config/accounts.config';
import { NO_TRANSACTION } from '../../platform/database/database';
import { FormBody, type FormFields } from '../../rpc/pages/form-body';
import { FORM_TOKEN_FIELD } from '../../rpc/pages/form-tokens';
import { type Page, redirect } from '../../rpc/pages/page';
import { PageCalls } from '../../rpc/pages/page-calls';
import { PageRoute } from '../../rpc/pages/page-route.decorator';
import { refusalOf } from '../../rpc/pages/refusal-of';
import { Call } from '../../rpc/plain-call';
import { checkedBody } from '../../rpc/rest-body';
import { RegisterBody, RegistrationService } from '../accounts';
import { InvitationAcceptance } from '../members';
import {
  acceptPage,
  deadInvitationPage,
  type InvitationPage,
  invitePath,
  newPersonPage,
  otherAccountPage,
} from './invitation.pages';
import { queryText } from './query-text';
import { SignInMethods } from './sign-in-methods';
import { type Visitor, Visitors } from './visitors';

/** What the link of an invitation's mail leads to. Looking at it uses nothing up. */
@Controller('invite')
export class InvitationPageHttpController {
  constructor(
    private readonly invitations: InvitationAcceptance,
    private readonly registration: RegistrationService,
    private readonly visitors: Visitors,
    private readonly calls: PageCalls,
    private readonly methods: SignInMethods,
    private readonly config: AccountsConfig,
  ) {}

  @Get()
  @PageRoute()
  async show(@Call() { request }: GuardedCall, @Query('token') given: unknown): Promise<Page> {
    const token = queryText(given);
    const invitation = await this.invitations.find(NO_TRANSACTION, token);
    if (invitation === null) return deadInvitationPage();
    return this.page({ invitation, token }, await this.visitors.find(request));
  }

  /** The form of who is signed in holds their session's token; the one that opens an account holds none. */
  @Post()
  @PageRoute({ addressLimit: 'register' })
  async submit(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    const { token = '' } = fields;
    const invitation = await this.invitations.find(NO_TRANSACTION, token);
    if (invitation === null) return deadInvitationPage();
    const of = { invitation, token, typed: fields };
    if (fields[FORM_TOKEN_FIELD] === undefined) return this.register(request, of);
    return this.visitors.sent(request, invitePath(token), fields, (visitor) =>
      this.accept(request, of, visitor),
    );
  }

  private async register(request: IncomingRequest, of: InvitationPage): Promise<Page> {
    const { name = '', password = '' } = of.typed!;
    try {
      const body = checkedBody(RegisterBody, {
        name,
        password,
        email: of.invitation.email,
        invitationToken: of.token,
      });
      const { setCookie } = await this.registration.register(request, body);
      return redirect('/', [setCookie]);
    } catch (thrown) {
      return this.page({ ...of, problem: refusalOf(thrown) }, null);
    }
  }

  private async accept(request: IncomingRequest, of: InvitationPage, visitor: Visitor): Promise<Page> {
    try {
      await this.calls.call(request, 'invitations.accept', { token: of.token });
      return redirect('/');
    } catch (thrown) {
      return this.page({ ...of, problem: refusalOf(thrown) }, visitor);
    }
  }

  private page(of: InvitationPage, visitor: Visitor | null): Page {
    if (visitor === null) {
      const mayRegister = this.config.registration !== 'closed';
      return newPersonPage({ ...of, mayRegister, methods: this.methods.linksOfInvited(of.token) });
    }
    return emailKey(visitor.email) === of.invitation.emailKey
      ? acceptPage(of, visitor)
      : otherAccountPage(of, visitor);
  }
}
