import type { AutomationId, BoardId, UserId } from '../../kernel/ids';
import type { Json } from '../../kernel/json';
import type { WrittenAction } from './automations.schemas';
import type { TriggerType } from './triggers';

/** The columns of an automation, in the order and with the names of AutomationRecord. */
export const AUTOMATION_FIELDS = `automation.id, automation.board_id as "boardId", automation.name, automation.enabled,
  automation.disabled_reason as "disabledReason",
  json_build_object('type', automation.trigger_type, 'config', automation.trigger_config) as trigger,
  automation.conditions, automation.actions, automation.created_by as "createdBy",
  (select hook.sealed_secret from automation_hooks hook
   where hook.organization_id = automation.organization_id and hook.automation_id = automation.id) as "sealedHookSecret",
  automation.execution_count as "executionCount", automation.last_executed_at as "lastExecutedAt",
  (select schedule.next_at from automation_schedules schedule
   where schedule.organization_id = automation.organization_id and schedule.automation_id = automation.id) as "nextRunAt",
  automation.created_at as "createdAt", automation.updated_at as "updatedAt"`;

export interface AutomationRecord {
  id: AutomationId;
  boardId: BoardId;
  name: string;
  enabled: boolean;
  disabledReason: string | null;
  trigger: { type: TriggerType; config: { [key: string]: Json } };
  conditions: Json[];
  actions: WrittenAction[];
  createdBy: UserId;
  /** Of the URL that fires it, encrypted; null without a hook. */
  sealedHookSecret: string | null;
  executionCount: number;
  lastExecutedAt: string | null;
  nextRunAt: string | null;
  createdAt: string;
  updatedAt: string;
}
