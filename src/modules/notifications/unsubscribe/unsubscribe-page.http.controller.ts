import { Controller, Get, Post, Query } from '@nestjs/common';
import { AppError } from '../../../kernel/app-error';
import type { Page } from '../../../http/pages/page';
import { PageRoute } from '../../../http/pages/page-route.decorator';
import { OneClickRoute } from '../../../http/pages/one-click-route.decorator';
import { DEFAULT_CHANNELS } from '../notification-kinds';
import { PreferencesRepository } from '../preferences/preferences.repository';
import { unsubscribedPage, unsubscribePage } from './unsubscribe.pages';
import { type Unsubscription, UnsubscribeLinksService } from './unsubscribe-links.service';

/** The link in notification mails. It requires no session: the mail contains the permission. */
@Controller('unsubscribe')
export class UnsubscribePageHttpController {
  constructor(
    private readonly links: UnsubscribeLinksService,
    private readonly preferences: PreferencesRepository,
  ) {}

  /** Changes nothing, because mail scanners open links too. */
  @Get()
  @PageRoute()
  show(@Query('token') given: unknown): Page {
    const token = queryText(given);
    return unsubscribePage(token, this.read(token));
  }

  /** One click of a mail program, or the button of the page. */
  @Post()
  @OneClickRoute()
  async unsubscribe(@Query('token') given: unknown): Promise<Page> {
    const { organizationId, userId, kinds } = this.read(queryText(given));
    await this.preferences.turnOffEmail(
      { organizationId, transaction: null },
      userId,
      kinds.map((kind) => ({ kind, inApp: DEFAULT_CHANNELS[kind].inApp })),
    );
    return unsubscribedPage(kinds);
  }

  private read(token: string): Unsubscription {
    const found = this.links.read(token);
    if (found === null) throw new AppError('NOT_FOUND', 'This link is not valid; open it from a mail again');
    return found;
  }
}

/** Empty if it is absent or repeated. */
function queryText(given: unknown): string {
  return typeof given === 'string' ? given : '';
}
