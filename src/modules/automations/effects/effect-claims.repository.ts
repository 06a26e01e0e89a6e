import { Injectable } from '@nestjs/common';
import type { EffectId, ExecutionId, OrganizationId } from '../../../kernel/ids';
import {
  AttemptClaims,
  hasDueRow,
  queuesOf,
  type WaitingRows,
} from '../../../platform/attempts/attempt-claims';
import { Database } from '../../../platform/database/database';
import { TRY_EFFECT_CLAIM } from '../../../platform/database/locks';
import { statement } from '../../../platform/database/statement';
import { TransactionRunner } from '../../../platform/database/transaction-runner';
import { MAIL_TARGET } from './effect';

/** An effect that this process attempts. */
export interface ClaimedEffect {
  readonly organizationId: OrganizationId;
  readonly organizationName: string;
  readonly id: EffectId;
  readonly claim: string;
  readonly executionId: ExecutionId;
  readonly automationName: string;
  readonly isMail: boolean;
  readonly sealedContent: string;
  readonly attempts: number;
  readonly failures: number;
  readonly waitsUntil: string;
}

/** How many effects this process can start. A mail server that hangs does not delay requests. */
export interface FreeSlots {
  readonly mails: number;
  readonly requests: number;
}

/** Longer than an attempt takes. */
export const LEASE_MS = 45_000;

/** Attempts at the same time, in all processes: of an organization to one receiver, and of all its requests or mails. */
export const PER_TARGET = 4;
const PER_ORGANIZATION = 32;

const WAITING: WaitingRows = {
  table: 'automation_effects',
  receiver: 'target',
  condition: `status = 'pending'`,
};

const HAS_DUE = statement('automation-effects.has-due', hasDueRow(WAITING));

const LOCK = statement('automation-effects.lock-claims', `select ${TRY_EFFECT_CLAIM} as "isAcquired"`);

// $1: now, $2: the claim, $3: the end of the lease, $4 and $5: free slots for mails and for requests. Each receiver of an
// organization gets its first effect before any gets its second, and the organization with the fewest attempts comes first.
// Those of deleted automations only wait for their deletion.
const CLAIM = statement(
  'automation-effects.claim',
  `with recursive ${queuesOf(WAITING)},
   busy as (
     select organization_id, target, count(*) as attempts from automation_effects
     where claim is not null and due_at > $1 group by 1, 2),
   busy_organizations as (
     select organization_id, target = '${MAIL_TARGET}' as is_mail, sum(attempts) as attempts from busy group by 1, 2),
   candidates as (
     select due.organization_id, due.id, due.due_at, queues.target = '${MAIL_TARGET}' as is_mail,
       coalesce(busy_organizations.attempts, 0) as busy,
       row_number() over (partition by queues.organization_id, queues.target order by due.due_at, due.id) as nth_of_target
     from queues
     left join busy on busy.organization_id = queues.organization_id and busy.target = queues.target
     left join busy_organizations on busy_organizations.organization_id = queues.organization_id
       and busy_organizations.is_mail = (queues.target = '${MAIL_TARGET}')
     cross join lateral (
       select waiting.organization_id, waiting.id, waiting.due_at from automation_effects waiting
       where waiting.organization_id = queues.organization_id and waiting.target = queues.target
         and waiting.status = 'pending' and waiting.due_at <= $1
         and exists (
           select from automations automation
           where automation.organization_id = waiting.organization_id and automation.id = waiting.automation_id)
       order by waiting.due_at
       limit greatest(0, ${PER_TARGET} - coalesce(busy.attempts, 0))
     ) as due
     where queues.due_at <= $1),
   within_organizations as (
     select candidates.*,
       row_number() over (partition by organization_id, is_mail order by nth_of_target, due_at, id) as nth_of_organization
     from candidates),
   within_slots as (
     select organization_id, id, is_mail,
       row_number() over (partition by is_mail order by nth_of_organization + busy, due_at, id) as nth
     from within_organizations
     where nth_of_organization + busy <= ${PER_ORGANIZATION}),
   locked as (
     select effect.organization_id, effect.id, effect.automation_id
     from within_slots chosen
     join automation_effects effect on effect.organization_id = chosen.organization_id and effect.id = chosen.id
     where chosen.nth <= case when chosen.is_mail then $4::integer else $5::integer end
       and effect.status = 'pending' and effect.due_at <= $1
     for update of effect skip locked)
   update automation_effects effect set claim = $2, due_at = $3
   from locked
   join automations automation
     on automation.organization_id = locked.organization_id and automation.id = locked.automation_id
   join organizations organization on organization.id = locked.organization_id and organization.deleted_at is null
   where effect.organization_id = locked.organization_id and effect.id = locked.id
   returning effect.organization_id as "organizationId", organization.name as "organizationName", effect.id, effect.claim,
     effect.execution_id as "executionId", automation.name as "automationName",
     effect.target = '${MAIL_TARGET}' as "isMail", effect.sealed_content as "sealedContent", effect.attempts,
     effect.failures, effect.waits_until as "waitsUntil"`,
);

/** Claims of effects. */
@Injectable()
export class EffectClaimsRepository {
  private readonly claims: AttemptClaims<ClaimedEffect>;

  constructor(database: Database, transactions: TransactionRunner) {
    const statements = { hasDue: HAS_DUE, lock: LOCK, claim: CLAIM, leaseMs: LEASE_MS };
    this.claims = new AttemptClaims(database, transactions, statements);
  }

  hasDue(): Promise<boolean> {
    return this.claims.hasDue();
  }

  claim({ mails, requests }: FreeSlots): Promise<ClaimedEffect[]> {
    return this.claims.claim(() => [mails, requests]);
  }
}
