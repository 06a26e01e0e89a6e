import { Injectable } from '@nestjs/common';
import { type Page, pageOf, UnknownCursor } from '../../../kernel/cursor';
import type { TokenId } from '../../../kernel/ids';
import { Database } from '../../../platform/database/database';
import { statementFamily } from '../../../platform/database/statement';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import { EXCEEDS_MAX_LIFETIME, TOKEN_FIELDS, VALID_UNTIL } from '../token-fields';
import { TokenEntity } from '../token.entity';
import type { OrganizationToken, OrganizationTokensListInput } from './organization-tokens.schemas';

const LIST = statementFamily(
  'organization-tokens.list',
  (limit: number) => `
  select ${TOKEN_FIELDS}, ${VALID_UNTIL} as "expiresAt", ${EXCEEDS_MAX_LIFETIME} as "exceedsMaxLifetime",
    json_build_object('userId', person.id, 'name', person.name, 'email', person.email,
      'isServiceAccount', person.is_service_account) as owner
  from tokens token
  join organizations organization on organization.id = $1
  join users person on person.id = token.user_id
  where token.organization_id = $1 and ($2::text is null or token.user_id = $2) and token.id > coalesce($3, '')
  order by token.id limit ${limit + 1}`,
);

/** The tokens of all members of an organization. */
@Injectable()
export class OrganizationTokensReadModel {
  constructor(private readonly database: Database) {}

  async list(
    context: TenantContext,
    { userId, cursor, limit }: OrganizationTokensListInput,
  ): Promise<Page<OrganizationToken>> {
    const { organizationId } = context;
    const isKnown = (id: TokenId) =>
      this.database.repository(context, TokenEntity).existsBy({ organizationId, id });
    if (cursor && !(await isKnown(cursor))) throw new UnknownCursor();
    const values = [organizationId, userId ?? null, cursor ?? null];
    return pageOf(await this.database.query<OrganizationToken>(context, LIST(limit), values), limit);
  }
}
