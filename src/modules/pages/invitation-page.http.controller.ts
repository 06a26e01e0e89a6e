import { Controller, Get, Post, Query } from '@nestjs/common';
import { emailKey } from '../../kernel/email-key';
import type { GuardedCall } from '../../access/guarded-call';
import type { IncomingRequest } from '../../access/incoming-request';
import { AccountsConfig } from '../../platform/config/accounts.config';
import { NO_TRANSACTION } from '../../platform/database/database';
import { FormBody, type FormFields } from '../../http/pages/form-body';
import { FORM_TOKEN_FIELD } from '../../http/pages/form-tokens';
import { type Page, redirect } from '../../http/pages/page';
import { PageCalls } from '../../rpc/page-calls';
import { PageRoute } from '../../http/pages/page-route.decorator';
import { problemOf } from '../../http/pages/page-problem';
import { Call } from '../../http/routes/call.decorator';
import { checkedBody } from '../../http/bodies/rest-body';
import { RegisterBody, RegistrationService } from '../accounts';
import { InvitationAcceptanceService } from '../members';
import {
  acceptPage,
  deadInvitationPage,
  type InvitationPage,
  invitePath,
  newPersonPage,
  otherAccountPage,
} from './invitation.pages';
import { queryText } from './query-text';
import { SignInMethodsService } from './sign-in-methods.service';
import { type PageSession, PageSessionService } from './page-session.service';

/** The page of the link in an invitation mail. Opening it does not use the invitation. */
@Controller('invite')
export class InvitationPageHttpController {
  constructor(
    private readonly invitations: InvitationAcceptanceService,
    private readonly registration: RegistrationService,
    private readonly pageSessions: PageSessionService,
    private readonly calls: PageCalls,
    private readonly methods: SignInMethodsService,
    private readonly config: AccountsConfig,
  ) {}

  @Get()
  @PageRoute()
  async show(@Call() { request }: GuardedCall, @Query('token') given: unknown): Promise<Page> {
    const token = queryText(given);
    const invitation = await this.invitations.find(NO_TRANSACTION, token);
    if (invitation === null) return deadInvitationPage();
    return this.page({ invitation, token }, await this.pageSessions.find(request));
  }

  /** The form of a signed-in user contains the session's form token; the registration form does not. */
  @Post()
  @PageRoute({ addressLimit: 'register' })
  async submit(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    const { token = '' } = fields;
    const invitation = await this.invitations.find(NO_TRANSACTION, token);
    if (invitation === null) return deadInvitationPage();
    const of = { invitation, token, typed: fields };
    if (fields[FORM_TOKEN_FIELD] === undefined) return this.register(request, of);
    return this.pageSessions.sent(request, invitePath(token), fields, (session) =>
      this.accept(request, of, session),
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
      return this.page({ ...of, problem: problemOf(thrown) }, null);
    }
  }

  private async accept(request: IncomingRequest, of: InvitationPage, session: PageSession): Promise<Page> {
    try {
      await this.calls.call(request, 'invitations.accept', { token: of.token });
      return redirect('/');
    } catch (thrown) {
      return this.page({ ...of, problem: problemOf(thrown) }, session);
    }
  }

  private page(of: InvitationPage, session: PageSession | null): Page {
    if (session === null) {
      const mayRegister = this.config.registration !== 'closed';
      return newPersonPage({ ...of, mayRegister, methods: this.methods.linksOfInvited(of.token) });
    }
    return emailKey(session.email) === of.invitation.emailKey
      ? acceptPage(of, session)
      : otherAccountPage(of, session);
  }
}
