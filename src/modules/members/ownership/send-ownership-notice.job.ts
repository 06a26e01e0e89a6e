import { Injectable } from '@nestjs/common';
import type { UserId } from '../../../kernel/ids';
import { HttpConfig } from '../../../platform/config/http.config';
import { NO_TRANSACTION } from '../../../platform/database/database';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Mailer } from '../../../platform/mail/mailer';
import { AdministratorsReadModel } from '../../hierarchy';
import { newOwnerMail, previousOwnerMail } from './ownership-notice.mails';
import { OwnershipReversalLinksService, type RevertibleTransfer } from './ownership-reversal-links.service';

/** To the previous owner, with the link that reverts the transfer; with `newOwnerId`, to that user. */
type OwnershipNotice = RevertibleTransfer & { newOwnerId?: UserId };

/** Mails a user that the ownership of an organization was transferred. */
@Job({ name: 'members.send-ownership-notice' })
@Injectable()
export class SendOwnershipNoticeJob implements JobHandler<OwnershipNotice> {
  constructor(
    private readonly administrators: AdministratorsReadModel,
    private readonly links: OwnershipReversalLinksService,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  async perform({ newOwnerId, ...transfer }: OwnershipNotice): Promise<void> {
    const { organizationId, previousOwnerId } = transfer;
    const context = { ...NO_TRANSACTION, organizationId };
    const user = await this.administrators.find(context, newOwnerId ?? previousOwnerId);
    if (user === null) return;
    const url = this.http.baseUrlOf(user.slug);
    const link = `${this.http.publicUrl}/restore-ownership?token=${this.links.create(transfer)}`;
    await this.mailer.send(
      newOwnerId === undefined ? previousOwnerMail(user.email, url, link) : newOwnerMail(user.email, url),
    );
  }
}
