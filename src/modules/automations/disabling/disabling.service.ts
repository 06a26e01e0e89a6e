import { Injectable } from '@nestjs/common';
import type { OrganizationId, UserId } from '../../../kernel/ids';
import type { TenantContext } from '../../../platform/database/tenant.repository';
import type { InTransaction } from '../../../platform/database/transaction';
import { Outbox } from '../../../platform/events/outbox';
import { AdministratorsReadModel, AudienceReadModel } from '../../hierarchy';
import type { AutomationRecord } from '../automation.record';
import { automationsEvents, eventDataOf } from '../automations.events';
import { AutomationsRepository } from '../automations.repository';
import { SchedulesService } from '../schedules/schedules.service';

type Tx = InTransaction<TenantContext & { readonly organizationId: OrganizationId }>;

/** Disables automations that cannot work. */
@Injectable()
export class DisablingService {
  constructor(
    private readonly automations: AutomationsRepository,
    private readonly schedules: SchedulesService,
    private readonly audience: AudienceReadModel,
    private readonly administrators: AdministratorsReadModel,
    private readonly outbox: Outbox,
  ) {}

  /** An automation that the transaction has locked. Everyone who sees its board reads the reason. */
  async disable(tx: Tx, automation: AutomationRecord, reason: string): Promise<void> {
    const { id, name, boardId, trigger, conditions, actions } = automation;
    const disabled = await this.automations.update(tx, id, {
      name,
      enabled: false,
      disabledReason: reason,
      triggerType: trigger.type,
      triggerConfig: trigger.config,
      conditions,
      actions,
    });
    await this.schedules.restart(tx, disabled);
    const payload = {
      automation: eventDataOf(disabled),
      reason,
      userIds: await this.notified(tx, automation),
    };
    const byService = { ...tx, person: { userId: null } };
    await this.outbox.append(byService, automationsEvents.disabled.create(payload, { boardId }));
  }

  /** The creator; without a creator who sees the board, those who can enable or delete the automation. */
  private async notified(tx: Tx, { boardId, createdBy }: AutomationRecord): Promise<UserId[]> {
    const { organizationId } = tx;
    const creator = { organizationId, userId: createdBy, boardId, itemId: null };
    if ((await this.audience.seeing(tx, [creator])).length > 0) return [createdBy];
    return this.administrators.ofBoard(tx, boardId);
  }
}
