import type { UserId } from '../../kernel/ids';
import { maskHeaders } from './action-headers';
import type { AutomationRecord } from './automation.record';
import type { AutomationOutput } from './automations.schemas';

/** Only the creator sees the values of headers in actions: they can contain secrets. `webhookUrl` is for the creator too. */
export function presentAutomation(
  { sealedHookSecret: _secret, ...automation }: AutomationRecord,
  viewerId: UserId,
  webhookUrl: string | null,
): AutomationOutput {
  const { createdBy, actions } = automation;
  return createdBy === viewerId
    ? { ...automation, webhookUrl }
    : { ...automation, webhookUrl: null, actions: maskHeaders(actions) };
}

/** The response that is stored for a repeated call: without the values of headers and the URL of the hook. */
export function storedAutomation(automation: AutomationOutput): AutomationOutput {
  return {
    ...automation,
    webhookUrl: null,
    actions: maskHeaders(automation.actions as AutomationRecord['actions']),
  };
}
