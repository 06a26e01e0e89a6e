import { boardMembersEvents, groupsEvents } from '../boards/boards.events';
import { columnsEvents } from '../columns/columns.events';
import { itemsEvents } from '../items/items.events';

/** Actions of activity.list that differ from the name of their event. They are part of the API. */
const ACTIONS: ReadonlyMap<string, string> = new Map([
  [itemsEvents.reordered.name, 'items.reordered'],
  [groupsEvents.reordered.name, 'groups.reordered'],
  [columnsEvents.reordered.name, 'columns.reordered'],
  [boardMembersEvents.added.name, 'board.member_added'],
  [boardMembersEvents.changed.name, 'board.member_changed'],
  [boardMembersEvents.removed.name, 'board.member_removed'],
]);

/** The action under which activity.list shows an event. */
export function activityAction(eventName: string): string {
  return ACTIONS.get(eventName) ?? eventName;
}
