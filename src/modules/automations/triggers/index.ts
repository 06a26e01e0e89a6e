import { dateArrived } from './date-arrived';
import { formSubmitted } from './form-submitted';
import { itemCreated } from './item-created';
import { itemMoved } from './item-moved';
import { recurring } from './recurring';
import { subItemsCompleted } from './subitems-completed';
import type { Trigger } from './trigger';
import { valueChanged } from './value-changed';
import { webhookReceived } from './webhook-received';

/** Every trigger (specification, "Trigger types"). */
export const TRIGGERS = {
  [itemCreated.type]: itemCreated,
  [itemMoved.type]: itemMoved,
  [valueChanged.type]: valueChanged,
  [dateArrived.type]: dateArrived,
  [formSubmitted.type]: formSubmitted,
  [subItemsCompleted.type]: subItemsCompleted,
  [recurring.type]: recurring,
  [webhookReceived.type]: webhookReceived,
} as const;

export type TriggerType = keyof typeof TRIGGERS;

export function triggerOf(type: TriggerType): Trigger {
  return TRIGGERS[type] as unknown as Trigger;
}
