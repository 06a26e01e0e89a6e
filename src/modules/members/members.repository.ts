import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import type { UserId } from '../../kernel/ids';
import type { OrganizationRole } from '../../access/role';
import { Database } from '../../platform/database/database';
import { type Statement, statement } from '../../platform/database/statement';
import type { TenantContext } from '../../platform/database/tenant.repository';
import type { InTransaction } from '../../platform/database/transaction';

const JOIN = statement(
  'members.join',
  `insert into members (organization_id, user_id, role, status, joined_at, created_at, updated_at)
   values ($1, $2, $3, 'active', $4, $4, $4)
   on conflict do nothing returning user_id`,
);

// Changes of memberships and roles run one after the other: two concurrent changes that are each allowed could together
// leave a state that neither may create. Only changes of the organization's record take the same lock.
const LOCK = statement(
  'members.lock-organization',
  `select from organizations where id = $1 and deleted_at is null for no key update`,
);

const STATES = statement(
  'members.states',
  `select member.user_id as "userId", member.role, member.status, person.is_service_account as "isServiceAccount"
   from members member join users person on person.id = member.user_id
   where member.organization_id = $1 and member.user_id = any ($2)`,
);

const SERVICE_ACCOUNT_COUNT = statement(
  'members.service-account-count',
  `select count(*)::int as count from members member join users person on person.id = member.user_id
   where member.organization_id = $1 and person.is_service_account`,
);

const OWNER = statement(
  'members.owner',
  `select members.user_id as "userId", users.email from members join users on users.id = members.user_id
   where members.organization_id = $1 and members.role = 'owner'`,
);

const NEXT_VERSION = `updated_at = greatest($4::timestamptz, updated_at + interval '1 millisecond')`;
const IS_EXPECTED = `organization_id = $1 and user_id = $2 and ($5::timestamptz is null or updated_at = $5)`;

const SET_ROLE = statement(
  'members.set-role',
  `update members set role = $3, ${NEXT_VERSION} where ${IS_EXPECTED} returning user_id`,
);

const END_OWNERSHIP = statement(
  'members.end-ownership',
  `with demoted as (
     update members set role = 'admin', updated_at = greatest($3::timestamptz, updated_at + interval '1 millisecond')
     where organization_id = $1 and user_id = $2 returning user_id)
   insert into previous_owners (organization_id, user_id, owned_until) select $1, user_id, $3 from demoted
   on conflict (organization_id, user_id) do update set owned_until = excluded.owned_until`,
);

const SET_STATUS = statement(
  'members.set-status',
  `update members set status = $3, ${NEXT_VERSION} where ${IS_EXPECTED} returning user_id`,
);

const ADVANCE = statement(
  'members.advance',
  `update members set updated_at = greatest($3::timestamptz, updated_at + interval '1 millisecond')
   where organization_id = $1 and user_id = $2 and ($4::timestamptz is null or updated_at = $4) returning user_id`,
);

// Foreign keys delete everything that belongs to the membership: its tokens and its memberships in workspaces.
const REMOVE = statement(
  'members.remove',
  `with removed as (delete from members where organization_id = $1 and user_id = $2)
   insert into former_members (organization_id, user_id, removed_at, successor_id) values ($1, $2, $3, $4)
   on conflict (organization_id, user_id) do update
     set removed_at = excluded.removed_at, successor_id = excluded.successor_id`,
);

export interface MemberState {
  userId: UserId;
  role: OrganizationRole;
  status: 'active' | 'pending' | 'deactivated';
  isServiceAccount: boolean;
}

type Tx = InTransaction<TenantContext>;

@Injectable()
export class MembersRepository {
  constructor(private readonly database: Database) {}

  /** False if the user is already a member. */
  async join(context: TenantContext, userId: UserId, role: OrganizationRole): Promise<boolean> {
    const rows = await this.database.query(context, JOIN, [
      context.organizationId,
      userId,
      role,
      clock.now(),
    ]);
    return rows.length > 0;
  }

  /** Locks memberships and roles until the transaction ends; false when the organization is deleted. */
  async lock(tx: Tx): Promise<boolean> {
    return (await this.database.query(tx, LOCK, [tx.organizationId])).length > 0;
  }

  /** Requires `lock`. */
  async states(tx: Tx, ids: readonly UserId[]): Promise<Map<UserId, MemberState>> {
    const rows = await this.database.query<MemberState>(tx, STATES, [tx.organizationId, ids]);
    return new Map(rows.map((row) => [row.userId, row]));
  }

  /** Requires `lock`. */
  async serviceAccountCount(tx: Tx): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(tx, SERVICE_ACCOUNT_COUNT, [
      tx.organizationId,
    ]);
    return row!.count;
  }

  /** Null for an organization that lost its owner. Requires `lock`. */
  async owner(tx: Tx): Promise<{ userId: UserId; email: string } | null> {
    const [owner] = await this.database.query<{ userId: UserId; email: string }>(tx, OWNER, [
      tx.organizationId,
    ]);
    return owner ?? null;
  }

  /** False if the member's version is not the expected one. */
  setRole(tx: Tx, userId: UserId, role: OrganizationRole, expected?: Date): Promise<boolean> {
    return this.set(tx, SET_ROLE, userId, role, expected);
  }

  /** The owner becomes an admin, and can restore the organization for a week if the next owner deletes it. */
  async endOwnership(tx: Tx, userId: UserId): Promise<void> {
    await this.database.query(tx, END_OWNERSHIP, [tx.organizationId, userId, clock.now()]);
  }

  /** False if the member's version is not the expected one. */
  setStatus(tx: Tx, userId: UserId, status: MemberState['status'], expected?: Date): Promise<boolean> {
    return this.set(tx, SET_STATUS, userId, status, expected);
  }

  /** Gives a member whose account changes a new version. False if the member's version is not the expected one. */
  async advance(tx: Tx, userId: UserId, expected?: Date): Promise<boolean> {
    const values = [tx.organizationId, userId, clock.now(), expected ?? null];
    return (await this.database.query(tx, ADVANCE, values)).length > 0;
  }

  async remove(tx: Tx, userId: UserId, successorId: UserId | null): Promise<void> {
    await this.database.query(tx, REMOVE, [tx.organizationId, userId, clock.now(), successorId]);
  }

  private async set(
    tx: Tx,
    what: Statement,
    userId: UserId,
    value: string,
    expected: Date | undefined,
  ): Promise<boolean> {
    const values = [tx.organizationId, userId, value, clock.now(), expected ?? null];
    return (await this.database.query(tx, what, values)).length > 0;
  }
}
