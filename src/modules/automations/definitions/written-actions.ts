import type { GivenAction, WrittenAction } from '../automations.schemas';

/** Actions as they are stored. */
export function writtenActions(actions: readonly GivenAction[]): WrittenAction[] {
  return JSON.parse(JSON.stringify(actions)) as WrittenAction[];
}
