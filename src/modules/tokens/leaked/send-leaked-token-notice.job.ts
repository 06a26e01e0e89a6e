import { Injectable } from '@nestjs/common';
import type { OrganizationId, TokenId, UserId } from '../../../kernel/ids';
import { HttpConfig } from '../../../platform/config/http.config';
import { Job, type JobHandler } from '../../../platform/jobs/job.decorator';
import { Mailer } from '../../../platform/mail/mailer';
import { leakedTokenMail } from './leaked-token.mail';
import { TokenOwnerReadModel } from '../token-owner.read-model';

export interface LeakedTokenNotice {
  userId: UserId;
  organizationId: OrganizationId;
  tokenId: TokenId;
  createdAt: string;
}

/** Notifies the owner of a token that it was leaked and revoked. */
@Job({ name: 'tokens.send-leaked-token-notice', sendsMail: true })
@Injectable()
export class SendLeakedTokenNoticeJob implements JobHandler<LeakedTokenNotice> {
  constructor(
    private readonly owners: TokenOwnerReadModel,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  async perform({ userId, organizationId, tokenId, createdAt }: LeakedTokenNotice): Promise<void> {
    const owner = await this.owners.find({ organizationId, transaction: null }, userId);
    if (owner === null) return;
    const organizationUrl = this.http.baseUrlOf(owner.organizationSlug);
    await this.mailer.send(leakedTokenMail({ to: owner.email, tokenId, createdAt, organizationUrl }));
  }
}
