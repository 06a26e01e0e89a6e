import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';

export interface TokenOwner {
  email: string;
  organizationSlug: string;
}

const FIND = statement(
  'token-owner.find',
  `select person.email, organization.slug as "organizationSlug"
   from organizations organization, users person where organization.id = $1 and person.id = $2`,
);

/** The e-mail address of a token's owner; null if the account or the organization no longer exists. */
@Injectable()
export class TokenOwnerReadModel {
  constructor(private readonly database: Database) {}

  async find(context: TenantContext, userId: UserId): Promise<TokenOwner | null> {
    const [row] = await this.database.query<TokenOwner>(context, FIND, [context.organizationId, userId]);
    return row ?? null;
  }
}
