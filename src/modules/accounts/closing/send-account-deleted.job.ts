import { Injectable } from '@nestjs/common';
import type { OrganizationId } from '../../../kernel/ids';
import { TenantDirectory } from '../../../access/ports';
import { HttpConfig } from '../../../platform/config/http.config';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Mailer } from '../../../platform/mail/mailer';
import { accountDeletedMail } from './account-deleted.mail';
import { AccountRestorationLinksService } from './account-restoration-links.service';
import type { ClosedAccount } from './closed-accounts.repository';

/** Mails the former address of a deleted account, with a link that restores it. */
@Job({ name: 'accounts.send-account-deleted', sendsMail: true })
@Injectable()
export class SendAccountDeletedJob implements JobHandler<
  ClosedAccount & { byOrganizationId: OrganizationId | null }
> {
  constructor(
    private readonly links: AccountRestorationLinksService,
    private readonly directory: TenantDirectory,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  async perform({
    byOrganizationId,
    ...account
  }: ClosedAccount & { byOrganizationId: OrganizationId | null }): Promise<void> {
    const organization =
      byOrganizationId === null ? null : await this.directory.byReference(byOrganizationId);
    const link = `${this.http.publicUrl}/restore-account?token=${this.links.create(account)}`;
    await this.mailer.send(accountDeletedMail({ email: account.email, link }, organization?.slug ?? null));
  }
}
