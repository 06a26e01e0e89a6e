import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/jobs/outbox';
import { RecordNotFound } from '../hierarchy';
import { SignOnEnforcement } from '../organizations';
import type { Connection } from './connection';
import { changedConnection, type Changed } from './connection-changes';
import { ConnectionsRepository } from './connections.repository';
import { PlanGate } from './plan-gate';
import { ReplacedProviders } from './replaced-providers';
import { ServiceProviders } from './service-provider';
import { AdminsByOwnerOnly, ConnectionChanged, EnforcedMeanwhile, NotTested } from './sso.errors';
import { ssoEvents } from './sso.events';
import { presentConnection } from './sso.presenter';
import type { ConnectionOutput, SsoUpdateInput } from './sso.schemas';
import type { Prepared } from './sso-preparation';

type Tx = InTransaction<CallContext>;

/** How an organization lets people in by an identity provider of its own. */
@Injectable()
export class SsoService {
  constructor(
    private readonly gate: PlanGate,
    private readonly connections: ConnectionsRepository,
    private readonly replaced: ReplacedProviders,
    private readonly enforcement: SignOnEnforcement,
    private readonly providers: ServiceProviders,
    private readonly transactions: TransactionRunner,
    private readonly outbox: Outbox,
  ) {}

  async get(context: CallContext): Promise<ConnectionOutput> {
    const { slug } = await this.gate.check(context);
    const connection = await this.connections.find(context);
    return presentConnection(connection, await this.enforcement.isOn(context), this.providers.of(slug));
  }

  update(context: CallContext, input: SsoUpdateInput, prepared: Prepared): Promise<ConnectionOutput> {
    return this.transactions.run(context, async (tx) => {
      const previous = await this.connections.hold(tx);
      refuseOutdated(previous, input.expectedUpdatedAt);
      const changed = changedConnection(previous, input, prepared);
      refuseNewAdmins(tx, previous, changed);
      const enforced = await this.enforced(tx, changed, input.enforced);
      const saved = await this.connections.save(tx, changed.settings, previous);
      if (saved === null) throw new ConnectionChanged();
      await this.replaced.change(tx, changed);
      await this.enforcement.set(tx, enforced);
      const output = presentConnection(saved, enforced, this.providers.of(prepared.slug));
      await this.outbox.append(tx, ssoEvents.updated(output));
      return output;
    });
  }

  delete(context: CallContext, expectedUpdatedAt: Date | undefined): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      const previous = await this.connections.hold(tx);
      if (previous === null) throw new RecordNotFound('single sign-on');
      refuseOutdated(previous, expectedUpdatedAt);
      await this.connections.delete(tx);
      await this.replaced.end(tx);
      await this.enforcement.set(tx, false);
      await this.outbox.append(tx, ssoEvents.deleted());
    });
  }

  /** Whether it is enforced from now on; never what has not worked once as it stands. */
  private async enforced(tx: Tx, { settings }: Changed, asked: boolean | undefined): Promise<boolean> {
    const wasEnforced = await this.enforcement.isOn(tx);
    const isEnforced = asked ?? wasEnforced;
    if (!isEnforced || settings.testedAt !== null) return isEnforced;
    throw wasEnforced ? new EnforcedMeanwhile() : new NotTested();
  }
}

function refuseOutdated(previous: Connection | null, expected: Date | undefined): void {
  if (expected !== undefined && previous?.updatedAt !== expected.toISOString()) throw new ConnectionChanged();
}

/** Admins make no admins (contract §5), neither by hand, nor by naming a group, nor by who tells of the groups. */
function refuseNewAdmins(
  tx: Tx,
  previous: Connection | null,
  { settings, isOtherProvider, areGroupsOthers }: Changed,
): void {
  if (tx.principal.role === 'owner') return;
  const before = previous?.groupRoles ?? {};
  const admins = Object.keys(settings.groupRoles).filter((group) => settings.groupRoles[group] === 'admin');
  const areNew = admins.some((group) => !Object.hasOwn(before, group) || before[group] !== 'admin');
  // Without any of them groups say nothing of admins; with fewer, those of the others would be admins no more.
  const areFewer = Object.values(before).filter((role) => role === 'admin').length > admins.length;
  if (areNew || (admins.length > 0 && (areFewer || isOtherProvider || areGroupsOthers)))
    throw new AdminsByOwnerOnly();
}
