import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { clock } from '../../kernel/clock';
import { type AutomationId, newId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import { authorize } from '../../access/policy';
import type { CallContext } from '../../access/principal';
import type { InTransaction } from '../../platform/database/transaction';
import { TransactionRunner } from '../../platform/database/transaction-runner';
import { Outbox } from '../../platform/events/outbox';
import { writtenFilters } from '../columns';
import { type BoardFacts, HierarchyService, type Seen } from '../hierarchy';
import type { AutomationRecord } from './automation.record';
import { assertVersion, AutomationLimitExceeded, AutomationNotFound } from './automations.errors';
import { automationsEvents, eventDataOf } from './automations.events';
import { changeAutomation, createAutomation, manageAutomation } from './automations.policy';
import { type AutomationContent, AutomationsRepository } from './automations.repository';
import {
  AUTOMATIONS_MAX,
  type AutomationsCreateInput,
  type AutomationsUpdateInput,
  type GivenTrigger,
} from './automations.schemas';
import { type Definition, DefinitionCheckService } from './definitions/definition-check.service';
import { definitionOf } from './definitions/stored-definition';
import { writtenActions } from './definitions/written-actions';
import { SchedulesService } from './schedules/schedules.service';
import { HooksService } from './hooks/hooks.service';

type Tx = InTransaction<CallContext>;

/** The content of a new automation. */
export type NewAutomation = Pick<
  AutomationContent,
  'name' | 'enabled' | 'disabledReason' | 'conditions' | 'actions'
> & {
  trigger: GivenTrigger;
};

/** Automations of a board (specification, "Automation"). */
@Injectable()
export class AutomationsService {
  constructor(
    private readonly transactions: TransactionRunner,
    private readonly hierarchy: HierarchyService,
    private readonly definitions: DefinitionCheckService,
    private readonly automations: AutomationsRepository,
    private readonly schedules: SchedulesService,
    private readonly hooks: HooksService,
    private readonly outbox: Outbox,
  ) {}

  create(context: CallContext, input: AutomationsCreateInput): Promise<AutomationRecord> {
    const { boardId, name, enabled, trigger, conditions = [], actions } = input;
    return this.transactions.run(context, async (tx) => {
      const { facts: board, access } = await this.hierarchy.board(tx, boardId);
      authorize(createAutomation, tx.principal, { access });
      await this.definitions.check(tx, board, { trigger, conditions, actions });
      return this.insert(tx, board, {
        name,
        enabled,
        disabledReason: null,
        trigger,
        conditions: writtenFilters(conditions),
        actions: writtenActions(actions),
      });
    });
  }

  /** An automation of the caller, who may create it, whose definition is checked already. */
  async insert(
    tx: Tx,
    { id: boardId }: BoardFacts,
    { name, enabled, disabledReason, trigger, conditions, actions }: NewAutomation,
  ): Promise<AutomationRecord> {
    if ((await this.automations.lockCount(tx, boardId)) >= AUTOMATIONS_MAX)
      throw new AutomationLimitExceeded();
    const automation = await this.automations.insert(tx, {
      id: newId('automation'),
      boardId,
      name,
      enabled,
      disabledReason,
      triggerType: trigger.type,
      triggerConfig: trigger.config as Record<string, Json>,
      conditions,
      actions,
      createdBy: tx.principal.userId,
      createdAt: clock.now(),
    });
    await this.outbox.append(
      tx,
      automationsEvents.created.create({ automation: eventDataOf(automation) }, { boardId }),
    );
    const sealedHookSecret = await this.hooks.settle(tx, automation.id, trigger, null);
    return this.schedules.start(tx, { ...automation, sealedHookSecret });
  }

  update(
    context: CallContext,
    { id, expectedUpdatedAt, ...input }: AutomationsUpdateInput,
  ): Promise<AutomationRecord> {
    return this.transactions.run(context, async (tx) => {
      const { automation, seen } = await this.lock(tx, id);
      const { createdBy } = automation;
      const { trigger, conditions, actions } = input;
      const isDefined = trigger !== undefined || conditions !== undefined || actions !== undefined;
      const verb = isDefined ? changeAutomation : manageAutomation;
      authorize(verb, tx.principal, { access: seen.access, createdBy });
      assertVersion(automation, expectedUpdatedAt);
      const isEnabledNow = input.enabled === true && !automation.enabled;
      // What it needs may still be missing.
      const isRepaired = isEnabledNow && automation.disabledReason !== null;
      const unchanged = isRepaired ? definitionOf(automation) : {};
      await this.definitions.check(tx, seen.facts, {
        ...unchanged,
        ...given({ trigger, conditions, actions }),
      });
      const enabled = input.enabled ?? automation.enabled;
      const content: AutomationContent = {
        name: input.name ?? automation.name,
        enabled,
        disabledReason: isEnabledNow || enabled ? null : automation.disabledReason,
        triggerType: trigger?.type ?? automation.trigger.type,
        triggerConfig: (trigger?.config as Record<string, Json> | undefined) ?? automation.trigger.config,
        conditions: conditions === undefined ? automation.conditions : writtenFilters(conditions),
        actions: actions === undefined ? automation.actions : writtenActions(actions),
      };
      const fields = changedFields(automation, content);
      if (fields.length === 0) return automation;
      const updated = await this.automations.update(tx, id, content);
      await this.announce(tx, updated, fields);
      const isRestarted = fields.includes('enabled') || fields.includes('trigger');
      const current = isRestarted ? await this.schedules.restart(tx, updated) : updated;
      if (trigger === undefined) return current;
      return { ...current, sealedHookSecret: await this.hooks.settle(tx, id, trigger, automation) };
    });
  }

  private async lock(
    tx: Tx,
    id: AutomationId,
  ): Promise<{ automation: AutomationRecord; seen: Seen<BoardFacts> }> {
    const automation = await this.automations.lock(tx, id);
    if (automation === null) throw new AutomationNotFound();
    return { automation, seen: await this.hierarchy.board(tx, automation.boardId, 'automation') };
  }

  private async announce(tx: Tx, automation: AutomationRecord, fields: readonly string[]): Promise<void> {
    const { boardId, disabledReason: reason } = automation;
    const shown = eventDataOf(automation);
    const edited = fields.filter((field) => field !== 'enabled');
    const events = [];
    if (edited.length > 0)
      events.push(automationsEvents.updated.create({ automation: shown, fields: edited }, { boardId }));
    if (fields.includes('enabled'))
      events.push(
        automation.enabled
          ? automationsEvents.enabled.create({ automation: shown }, { boardId })
          : automationsEvents.disabled.create({ automation: shown, reason, userIds: [] }, { boardId }),
      );
    await this.outbox.append(tx, ...events);
  }
}

/** The parts that the call gives. */
function given(definition: Definition): Definition {
  return Object.fromEntries(Object.entries(definition).filter(([, part]) => part !== undefined));
}

function changedFields(before: AutomationRecord, after: AutomationContent): string[] {
  const plain = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
  const trigger = { type: after.triggerType, config: after.triggerConfig };
  const pairs: [string, unknown, unknown][] = [
    ['name', before.name, after.name],
    ['enabled', before.enabled, after.enabled],
    ['trigger', before.trigger, trigger],
    ['conditions', before.conditions, after.conditions],
    ['actions', before.actions, after.actions],
  ];
  return pairs.filter(([, a, b]) => !isDeepStrictEqual(plain(a), plain(b))).map(([field]) => field);
}
