import type { AutomationRecord } from '../automation.record';
import { MASK } from '../mask';

type TriggerConfig = AutomationRecord['trigger']['config'];

/** The config of a trigger as it is stored: the hook has the signing secret, encrypted. */
export function maskSigningSecret(config: TriggerConfig): TriggerConfig {
  return hasSigningSecret(config) ? { ...config, signingSecret: MASK } : config;
}

export function hasSigningSecret(config: TriggerConfig): boolean {
  return config['signingSecret'] !== undefined;
}

/** The trigger itself if it has none. */
export function withoutSigningSecret(trigger: AutomationRecord['trigger']): AutomationRecord['trigger'] {
  if (!hasSigningSecret(trigger.config)) return trigger;
  const { signingSecret: _secret, ...config } = trigger.config;
  return { ...trigger, config };
}
