import { Injectable } from '@nestjs/common';
import { type AutomationId, type ItemId, newId, type UserId } from '../../../kernel/ids';
import type { CallContext } from '../../../access/principal';
import { SecretBox } from '../../../platform/crypto/secret-box';
import { ProcessSignals } from '../../../platform/database/process-signals';
import type { InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { OutboundHostsService } from '../../organizations';
import type { BoardId } from '../../../kernel/ids';
import { automationsEvents } from '../automations.events';
import { type EffectContent, targetOf } from './effect';
import { effectContentOf } from './effect-secrets';
import { EffectsRepository } from './effects.repository';

type Tx = InTransaction<CallContext>;

/** The action of a run that notifies users. */
interface Notice {
  boardId: BoardId;
  itemId: ItemId | null;
  userIds: UserId[];
  message: string;
}

/** What actions do outside the database: it is written in the transaction of the run, and goes out after its commit. */
@Injectable()
export class OutwardActionsService {
  constructor(
    private readonly hosts: OutboundHostsService,
    private readonly box: SecretBox,
    private readonly effects: EffectsRepository,
    private readonly outbox: Outbox,
    private readonly signals: ProcessSignals,
  ) {}

  /** The normalized URL of a request; throws OutboundRejected if automations cannot call it. */
  checkUrl(tx: Tx, url: string): Promise<URL> {
    return this.hosts.check(tx, url);
  }

  /** Users who see the board after the commit get a notification. */
  async notify(tx: Tx, { boardId, ...notice }: Notice): Promise<void> {
    const automationId = automationOf(tx);
    if (automationId === null) return;
    const event = automationsEvents.notified.create({ automationId, ...notice }, { boardId });
    await this.outbox.append(tx, event);
  }

  /** Sends mails and requests after the commit. */
  async send(tx: Tx, actionIndex: number, contents: readonly EffectContent[]): Promise<void> {
    const automationId = automationOf(tx);
    const executionId = tx.execution?.id;
    if (automationId === null || executionId === undefined) return;
    const effects = contents.map((content) => {
      const id = newId('effect');
      const sealedContent = this.box.seal(JSON.stringify(content), effectContentOf(tx.organizationId, id));
      return { id, target: targetOf(content), sealedContent };
    });
    await this.effects.add(tx, { executionId, automationId, actionIndex }, effects);
    tx.transaction.afterCommit(() => this.signals.raise('automation effects'));
  }
}

/** Null in a dry run of a user, which sends nothing. */
function automationOf({ person: { credential } }: Tx): AutomationId | null {
  return credential.kind === 'automation' ? credential.id : null;
}
