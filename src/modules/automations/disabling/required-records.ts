import { conditionColumns } from '../../columns';
import { actionOf } from '../actions';
import type { Definition } from '../definitions/definition-check.service';
import { triggerOf } from '../triggers';

/** The ids of the columns, groups, forms and boards that an automation cannot do without. */
export function requiredRecords({ trigger, conditions, actions }: Required<Definition>): Set<string> {
  const ids: string[] = (conditions ?? []).flatMap(conditionColumns);
  if (trigger !== undefined) {
    const { columns, places } = triggerOf(trigger.type);
    ids.push(...columns(trigger.config), ...places(trigger.config));
  }
  for (const { type, config } of actions ?? []) {
    const { columns, places } = actionOf(type);
    ids.push(...columns(config), ...places(config));
  }
  return new Set(ids);
}
