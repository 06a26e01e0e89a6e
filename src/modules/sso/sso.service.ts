import { Injectable } from '@nestjs/common';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import { RecordNotFound } from '../hierarchy';
import { SsoEnforcementRepository } from '../organizations';
import type { Connection } from './connections/connection';
import { changedConnection, type Changed } from './connections/connection-changes';
import { ConnectionsRepository } from './connections/connections.repository';
import { SsoPlanService } from './connections/sso-plan.service';
import { ReplacedProvidersService } from './connections/replaced-providers.service';
import { ServiceProvidersService } from './connections/service-providers.service';
import { ConnectionChanged, EnforcedMeanwhile, NotTested } from './sso.errors';
import { ssoEvents } from './sso.events';
import { presentConnection } from './sso.presenter';
import type { ConnectionOutput, SsoUpdateInput } from './sso.schemas';
import type { Prepared } from './connections/sso-preparation.service';
import { authorize } from '../../access/policy';
import { saveConnection } from './sso.policy';

type Tx = InTransaction<CallContext>;

/** Manages the single sign-on settings of an organization. */
@Injectable()
export class SsoService {
  constructor(
    private readonly gate: SsoPlanService,
    private readonly connections: ConnectionsRepository,
    private readonly replaced: ReplacedProvidersService,
    private readonly enforcement: SsoEnforcementRepository,
    private readonly providers: ServiceProvidersService,
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
      const previous = await this.connections.lock(tx);
      rejectOutdated(previous, input.expectedUpdatedAt);
      const changed = changedConnection(previous, input, prepared);
      authorize(saveConnection, tx.principal, { previous, changed });
      const enforced = await this.enforced(tx, changed, input.enforced);
      const saved = await this.connections.save(tx, changed.settings, previous);
      if (saved === null) throw new ConnectionChanged();
      await this.replaced.change(tx, changed);
      await this.enforcement.set(tx, enforced);
      const output = presentConnection(saved, enforced, this.providers.of(prepared.slug));
      const { type, enforced: isEnforced, domains } = output;
      await this.outbox.append(
        tx,
        ssoEvents.updated.create({ sso: { type, enforced: isEnforced, domains } }),
      );
      return output;
    });
  }

  delete(context: CallContext, expectedUpdatedAt: Date | undefined): Promise<void> {
    return this.transactions.run(context, async (tx) => {
      const previous = await this.connections.lock(tx);
      if (previous === null) throw new RecordNotFound('single sign-on');
      rejectOutdated(previous, expectedUpdatedAt);
      await this.connections.delete(tx);
      await this.replaced.end(tx);
      await this.enforcement.set(tx, false);
      await this.outbox.append(tx, ssoEvents.deleted.create({}));
    });
  }

  /** Turns enforcement on or off. The current settings must have been tested. */
  private async enforced(tx: Tx, { settings }: Changed, asked: boolean | undefined): Promise<boolean> {
    const wasEnforced = await this.enforcement.isOn(tx);
    const isEnforced = asked ?? wasEnforced;
    if (!isEnforced || settings.testedAt !== null) return isEnforced;
    throw wasEnforced ? new EnforcedMeanwhile() : new NotTested();
  }
}

function rejectOutdated(previous: Connection | null, expected: Date | undefined): void {
  if (expected !== undefined && previous?.updatedAt !== expected.toISOString()) throw new ConnectionChanged();
}
