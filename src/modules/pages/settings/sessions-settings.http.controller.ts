import { Controller, Get, Post, Query } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import type { GuardedCall } from '../../../access/guarded-call';
import { FormBody, type FormFields } from '../../../http/pages/form-body';
import { type Page, redirect } from '../../../http/pages/page';
import { PageCalls } from '../../../rpc/page-calls';
import { PageRoute } from '../../../http/pages/page-route.decorator';
import { Call } from '../../../http/routes/call.decorator';
import { queryText } from '../query-text';
import { PageSessionService } from '../page-session.service';
import { sessionsPage, type ShownSessions } from './sessions.page';
import { SETTINGS } from './settings-paths';

const PER_PAGE = 50;
const ENDED = `${SETTINGS.sessions}?done=ended`;

@Controller('settings/account/sessions')
export class SessionsSettingsHttpController {
  constructor(
    private readonly pageSessions: PageSessionService,
    private readonly calls: PageCalls,
  ) {}

  @Get()
  @PageRoute()
  show(@Call() { request }: GuardedCall, @Query() query: Record<string, unknown>): Promise<Page> {
    const cursor = queryText(query['cursor']);
    const notice = query['done'] === 'ended' ? 'Session ended. The device must sign in again.' : undefined;
    return this.pageSessions.only(request, SETTINGS.sessions, async (session) => {
      const input = { limit: PER_PAGE, ...(cursor === '' ? {} : { cursor }) };
      const sessions = await this.calls.call<ShownSessions>(request, 'auth.sessions.list', input);
      return sessionsPage(session, sessions, notice);
    });
  }

  @Post()
  @PageRoute()
  end(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    return this.pageSessions.sent(request, SETTINGS.sessions, fields, async () => {
      const input = fields['others'] === 'true' ? { others: true } : { id: fields['id'] ?? '' };
      try {
        await this.calls.call(request, 'auth.sessions.revoke', input);
      } catch (thrown) {
        // Already revoked, which is the requested result.
        if (!(thrown instanceof AppError) || thrown.code !== 'NOT_FOUND') throw thrown;
      }
      return redirect(ENDED);
    });
  }
}
