import { filtersSchema } from '../../columns';
import { actionOf } from '../actions';
import type { AutomationRecord } from '../automation.record';
import { triggerOf } from '../triggers';
import type { Definition } from './definition-check.service';

/** The definition of a stored automation, as a call would give it. */
export function definitionOf({
  trigger,
  conditions,
  actions,
}: Pick<AutomationRecord, 'trigger' | 'conditions' | 'actions'>): Required<Definition> {
  return {
    trigger: { type: trigger.type, config: triggerOf(trigger.type).config.parse(trigger.config) },
    conditions: filtersSchema.parse(conditions),
    actions: actions.map(({ type, config }) => ({ type, config: actionOf(type).config.parse(config) })),
  };
}
