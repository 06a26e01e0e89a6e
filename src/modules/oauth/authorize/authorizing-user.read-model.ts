import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import { Database, NO_TRANSACTION } from '../../../platform/database/database';
import { statement } from '../../../platform/database/statement';

/** The user of the consent page, and the organizations in which they can authorize an application. */
export interface AuthorizingPerson {
  name: string;
  email: string;
  organizations: { id: OrganizationId; name: string }[];
}

const FIND = statement(
  'oauth.authorizing-person',
  `select person.name, person.email, coalesce((
     select json_agg(json_build_object('id', organization.id, 'name', organization.name)
       order by lower(organization.name), organization.id)
     from members member
     join organizations organization on organization.id = member.organization_id and organization.deleted_at is null
     where member.user_id = person.id and member.status = 'active'), '[]') as organizations
   from users person where person.id = $1`,
);

@Injectable()
export class AuthorizingUserReadModel {
  constructor(private readonly database: Database) {}

  async find(userId: UserId): Promise<AuthorizingPerson | null> {
    const [person] = await this.database.query<AuthorizingPerson>(NO_TRANSACTION, FIND, [userId]);
    return person ?? null;
  }
}
