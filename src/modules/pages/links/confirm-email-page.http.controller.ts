import { Controller, Get, Post, Query } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import { FormBody, type FormFields } from '../../../http/pages/form-body';
import type { Page } from '../../../http/pages/page';
import { PageRoute } from '../../../http/pages/page-route.decorator';
import { problemOf } from '../../../http/pages/page-problem';
import { Call } from '../../../http/routes/call.decorator';
import { EmailConfirmationService } from '../../accounts';
import { confirmEmailPage, emailConfirmedPage } from './confirm-email.pages';
import { PageSessionService } from '../page-session.service';
import { queryText } from '../query-text';

/** The page of the link in a confirmation mail. */
@Controller('confirm-email')
export class ConfirmEmailPageHttpController {
  constructor(
    private readonly pageSessions: PageSessionService,
    private readonly confirmation: EmailConfirmationService,
  ) {}

  /** Changes nothing, because mail scanners open links too. */
  @Get()
  @PageRoute()
  show(@Call() { request }: GuardedCall, @Query('token') given: unknown): Promise<Page> {
    const token = queryText(given);
    return this.pageSessions.only(request, pathOf(token), (session) => confirmEmailPage(session, token));
  }

  @Post()
  @PageRoute()
  confirm(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    const { token = '' } = fields;
    return this.pageSessions.sent(request, pathOf(token), fields, async (session) => {
      try {
        await this.confirmation.confirm(request, token);
        return emailConfirmedPage(session);
      } catch (thrown) {
        return confirmEmailPage(session, token, problemOf(thrown));
      }
    });
  }
}

function pathOf(token: string): string {
  return `/confirm-email?token=${encodeURIComponent(token)}`;
}
