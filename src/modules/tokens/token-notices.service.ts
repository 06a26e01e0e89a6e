import { Injectable } from '@nestjs/common';
import type { OrganizationId, TokenId, UserId } from '../../kernel/ids';
import { HttpConfig } from '../../platform/config/http.config';
import { type Mail, Mailer } from '../../platform/mail/mailer';
import { TokenOwnerReadModel } from './token-owner.read-model';

/** A token that its owner did not revoke. */
export interface EndedTokenNotice {
  userId: UserId;
  organizationId: OrganizationId;
  tokenId: TokenId;
  /** ISO 8601. */
  createdAt: string;
}

/** What the mail about it contains. */
export interface EndedToken {
  to: string;
  tokenId: string;
  /** ISO 8601. */
  createdAt: string;
  organizationUrl: string;
}

/** Mails to the owners of tokens. */
@Injectable()
export class TokenNoticesService {
  constructor(
    private readonly owners: TokenOwnerReadModel,
    private readonly mailer: Mailer,
    private readonly http: HttpConfig,
  ) {}

  /** Sends nothing if the account or the organization no longer exists. */
  async send(
    { userId, organizationId, tokenId, createdAt }: EndedTokenNotice,
    mailOf: (token: EndedToken) => Mail,
  ): Promise<void> {
    const owner = await this.owners.find({ organizationId, transaction: null }, userId);
    if (owner === null) return;
    const organizationUrl = this.http.baseUrlOf(owner.organizationSlug);
    await this.mailer.send(mailOf({ to: owner.email, tokenId, createdAt, organizationUrl }));
  }
}
