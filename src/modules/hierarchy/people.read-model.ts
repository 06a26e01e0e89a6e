import { Injectable } from '@nestjs/common';
import type { UserId } from '../../kernel/ids';
import { foldCaseSql } from '../../kernel/fold-case';
import { Database } from '../../platform/database/database';
import { statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import { type UserReference, userReferenceFields } from './user-reference';

const NAMES = statement(
  'hierarchy.member-names',
  `select person.id, person.name from members member join users person on person.id = member.user_id
   where member.organization_id = $1 and member.user_id = any ($2) and member.status = 'active'`,
);

const PROFILES = statement(
  'hierarchy.member-profiles',
  `select ${userReferenceFields('person')} from members member join users person on person.id = member.user_id
   where member.organization_id = $1 and member.user_id = any ($2) and member.status = 'active'
   order by person.id`,
);

// Cells and createdBy still name members who have left.
const EVER_MEMBERS = statement(
  'hierarchy.ever-members',
  `select user_id as id from members where organization_id = $1 and user_id = any ($2)
   union all select user_id from former_members where organization_id = $1 and user_id = any ($2)`,
);

// E-mail addresses are stored in lowercase in addition to their original form.
const NAMED = statement(
  'hierarchy.members-named',
  `with given as materialized (
     select distinct lower(text) as email, ${foldCaseSql('text')} as name from unnest($2::text[]) as each (text))
   select person.id, person.email_key as email, person.name
   from members member join users person on person.id = member.user_id
   where member.organization_id = $1 and member.status = 'active'
     and (person.email_key in (select email from given)
       or ${foldCaseSql('person.name')} in (select name from given))`,
);

/** A member's e-mail address in lowercase, and name. */
export interface NamedMember {
  id: UserId;
  email: string;
  name: string;
}

/** Names of an organization's members. */
@Injectable()
export class PeopleReadModel {
  constructor(private readonly database: Database) {}

  /** Ids of non-members and of inactive members have no entry. */
  async names(context: TenantContext, ids: readonly UserId[]): Promise<Map<UserId, string>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.query<{ id: UserId; name: string }>(context, NAMES, [
      context.organizationId,
      ids,
    ]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** Of active members, in the order of their ids. */
  async profiles(context: TenantContext, ids: readonly UserId[]): Promise<UserReference[]> {
    if (ids.length === 0) return [];
    return this.database.query<UserReference>(context, PROFILES, [context.organizationId, ids]);
  }

  /** The active members whose e-mail address or name is one of these, ignoring case. */
  async named(context: TenantContext, texts: readonly string[]): Promise<NamedMember[]> {
    if (texts.length === 0) return [];
    return this.database.query<NamedMember>(context, NAMED, [context.organizationId, texts]);
  }

  /** Current and former members, active or not. */
  async everMembers(context: TenantContext, ids: readonly UserId[]): Promise<Set<UserId>> {
    if (ids.length === 0) return new Set();
    const rows = await this.database.query<{ id: UserId }>(context, EVER_MEMBERS, [
      context.organizationId,
      ids,
    ]);
    return new Set(rows.map(({ id }) => id));
  }
}
