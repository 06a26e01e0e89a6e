import { Injectable } from '@nestjs/common';
import type { AutomationId, OrganizationId } from '../../../kernel/ids';
import { isCovered } from '../../../access/guards/covered-membership';
import { MembershipReader } from '../../../access/ports';
import type { AuthenticatedUser, CallContext, Principal } from '../../../access/principal';
import { EVERY_SCOPE } from '../../../access/scope';
import { isOutdated } from '../../../platform/cache/fresh-cache';
import type { AccessLease, DatabaseContext, InTransaction } from '../../../platform/database/transaction';
import type { AutomationRecord } from '../automation.record';
import { CreatorCannotAct } from '../automations.errors';
import type { QueuedExecution } from '../executions/execution.record';
import { chainOf } from './chain';

type Tx = InTransaction<CallContext>;

/** Of background work, or of a call. */
type BackgroundContext = DatabaseContext &
  Pick<CallContext, 'organizationId'> &
  Partial<Pick<CallContext, 'requestId'>>;

type ActingExecution = Pick<QueuedExecution, 'id' | 'depth' | 'cause'>;

class CreatorLeft extends CreatorCannotAct {
  constructor() {
    super('The creator of the automation is no longer a member of the organization');
  }
}

/** Contexts in which automations act. */
@Injectable()
export class AutomationContextService {
  constructor(private readonly memberships: MembershipReader) {}

  /** The creator of the automation with their current access. Throws AccessForbidden if the creator is no longer a member. */
  async contextOf(
    organizationId: OrganizationId,
    { id, createdBy: userId }: Pick<AutomationRecord, 'id' | 'createdBy'>,
    execution: ActingExecution,
  ): Promise<CallContext> {
    const credential = { kind: 'automation', id, organizationId } as const;
    const person: AuthenticatedUser = { userId, credential, scopes: EVERY_SCOPE };
    let principal = await this.principalOf(person, organizationId);
    const lease: AccessLease = {
      isCurrent: () => !isOutdated(principal.membership),
      isConfirmed: async (tx) =>
        isCovered(principal.membership, await this.memberships.membershipWithin(tx, organizationId, userId)),
      renew: async () => {
        principal = await this.principalOf(person, organizationId);
        return { principal };
      },
    };
    return {
      requestId: execution.id,
      transaction: null,
      lease,
      person,
      principal,
      organizationId,
      execution: { id: execution.id, depth: execution.depth, chain: chainOf(execution) },
    };
  }

  /** The context of another execution for the same creator, in the transaction of the first. */
  contextOfNext(tx: Tx, automationId: AutomationId, execution: ActingExecution): Tx {
    const { organizationId } = tx;
    const credential = { kind: 'automation', id: automationId, organizationId } as const;
    const { id, depth } = execution;
    return {
      ...tx,
      requestId: id,
      person: { ...tx.person, credential },
      principal: { ...tx.principal, credential },
      execution: { id, depth, chain: chainOf(execution) },
    };
  }

  /** As `contextOf`, inside a transaction. Call `confirm` when the work is done. */
  async contextWithin(
    tx: InTransaction<BackgroundContext>,
    { id, createdBy: userId }: Pick<AutomationRecord, 'id' | 'createdBy'>,
    execution: ActingExecution,
  ): Promise<Tx> {
    const { organizationId, requestId = execution.id, transaction } = tx;
    const credential = { kind: 'automation', id, organizationId } as const;
    const person: AuthenticatedUser = { userId, credential, scopes: EVERY_SCOPE };
    const membership = await this.memberships.membershipWithin(tx, organizationId, userId);
    if (membership === null) throw new CreatorLeft();
    const principal: Principal = { ...person, ...membership, membership, organizationId };
    const { id: executionId, depth } = execution;
    const chain = chainOf(execution);
    return {
      requestId,
      transaction,
      person,
      principal,
      organizationId,
      execution: { id: executionId, depth, chain },
    };
  }

  /** Throws when the creator has lost access since `contextWithin`. */
  async confirm({ organizationId, principal, transaction }: Tx): Promise<void> {
    const { userId, membership } = principal;
    const now = await this.memberships.membershipWithin({ transaction }, organizationId, userId);
    if (!isCovered(membership, now)) throw new CreatorLeft();
  }

  private async principalOf(person: AuthenticatedUser, organizationId: OrganizationId): Promise<Principal> {
    const membership = await this.memberships.membership(organizationId, person.userId);
    if (membership === null) throw new CreatorLeft();
    return { ...person, ...membership, membership, organizationId };
  }
}
