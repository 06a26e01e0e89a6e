import { Controller, Get, Post, Query } from '@nestjs/common';
import type { GuardedCall } from '../../../access/guarded-call';
import { FormBody, type FormFields } from '../../../http/pages/form-body';
import type { Page } from '../../../http/pages/page';
import { PageRoute } from '../../../http/pages/page-route.decorator';
import { problemOf } from '../../../http/pages/page-problem';
import { Call } from '../../../http/routes/call.decorator';
import { OwnershipReversalService } from '../../members';
import { OrganizationRestorationService } from '../../organizations';
import { PageSessionService } from '../page-session.service';
import { queryText } from '../query-text';
import { restoredPage, restoreOrganizationPage, restoreOwnershipPage } from './restoration.pages';

/** The pages of the links that revert the deletion of an organization, and the transfer of its ownership. */
@Controller()
export class RestorationPageHttpController {
  constructor(
    private readonly pageSessions: PageSessionService,
    private readonly organizations: OrganizationRestorationService,
    private readonly ownership: OwnershipReversalService,
  ) {}

  @Get('restore-organization')
  @PageRoute()
  showOrganization(@Call() { request }: GuardedCall, @Query('token') given: unknown): Promise<Page> {
    const token = queryText(given);
    return this.pageSessions.only(request, pathOf('/restore-organization', token), (session) =>
      restoreOrganizationPage(session, { token, slug: this.organizations.read(token)?.slug ?? '' }),
    );
  }

  @Post('restore-organization')
  @PageRoute()
  restoreOrganization(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    const { token = '', slug = '' } = fields;
    return this.pageSessions.sent(
      request,
      pathOf('/restore-organization', token),
      fields,
      async (session) => {
        try {
          await this.organizations.restore(request, token, slug);
          return restoredPage(
            'The organization is restored',
            `${slug} is back, with all of its data and members.`,
          );
        } catch (thrown) {
          return restoreOrganizationPage(session, { token, slug }, problemOf(thrown));
        }
      },
    );
  }

  @Get('restore-ownership')
  @PageRoute()
  showOwnership(@Call() { request }: GuardedCall, @Query('token') given: unknown): Promise<Page> {
    const token = queryText(given);
    return this.pageSessions.only(request, pathOf('/restore-ownership', token), (session) =>
      restoreOwnershipPage(session, token),
    );
  }

  @Post('restore-ownership')
  @PageRoute()
  restoreOwnership(@Call() { request }: GuardedCall, @FormBody() fields: FormFields): Promise<Page> {
    const { token = '' } = fields;
    return this.pageSessions.sent(request, pathOf('/restore-ownership', token), fields, async (session) => {
      try {
        await this.ownership.revert(request, token);
        return restoredPage('You are the owner again', 'The transfer of the ownership was reverted.');
      } catch (thrown) {
        return restoreOwnershipPage(session, token, problemOf(thrown));
      }
    });
  }
}

function pathOf(page: string, token: string): string {
  return `${page}?token=${encodeURIComponent(token)}`;
}
