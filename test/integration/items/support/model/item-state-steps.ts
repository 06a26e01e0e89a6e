import { familyOf, isLive, leave, listOf, liveItems, type ModelItem, possiblePositions } from './model-board';
import { Steps } from './steps';

/** Archive, Trash and the ways back, of single items and of many. Nothing happens where no item is. */
export class ItemStateSteps extends Steps {
  archive(): Promise<void> {
    return this.archiveThese([this.anyItem()], ([id]) => ['items.archive', { id }]);
  }

  bulkArchive(): Promise<void> {
    const items = this.dice.some(liveItems(this.board()), 1 + this.dice.below(12));
    return this.archiveThese(items, (itemIds) => ['items.bulkArchive', { itemIds }]);
  }

  private async archiveThese(
    items: (ModelItem | null)[],
    call: (ids: string[]) => [string, object],
  ): Promise<void> {
    const given = items.filter((item) => item !== null);
    if (given.length === 0) return;
    await this.world.mutate(...call(given.map(({ id }) => id)));
    const gone = given.flatMap((item) => [item, ...item.subItems]);
    leave(gone, this.world.step);
    for (const item of gone) item.archivedAt = this.world.step;
  }

  delete(): Promise<void> {
    const archived = [...this.board().items].filter(
      (item) => item.archivedAt !== null && item.trashedAt === null,
    );
    const item = archived.length > 0 && this.dice.once(4) ? this.dice.one(archived) : this.anyItem();
    return this.deleteThese([item], ([id]) => ['items.delete', { id }]);
  }

  bulkDelete(most = 12): Promise<void> {
    const items = this.dice.some(liveItems(this.board()), 1 + this.dice.below(most));
    return this.deleteThese(items, (itemIds) => ['items.bulkDelete', { itemIds }]);
  }

  /** Whether a board has more items than the steps need. */
  areMany(): boolean {
    return this.world.boards.some((board) => liveItems(board).length > 500);
  }

  /** Keeps boards at a size of a few hundred items. */
  thin(): Promise<void> {
    return this.bulkDelete(100);
  }

  private async deleteThese(
    items: (ModelItem | null)[],
    call: (ids: string[]) => [string, object],
  ): Promise<void> {
    const given = items.filter((item) => item !== null);
    if (given.length === 0) return;
    await this.world.mutate(...call(given.map(({ id }) => id)));
    const gone = given.flatMap(familyOf).filter(({ trashedAt }) => trashedAt === null);
    leave(gone, this.world.step);
    for (const item of gone) item.trashedAt = this.world.step;
  }

  /** From the archive or from Trash. */
  async restore(): Promise<void> {
    const { dice, world } = this;
    const board = this.board();
    const away = [...board.items].filter((item) => !isLive(item));
    if (away.length === 0) return;
    const item = dice.one(away);
    const { parent } = item;
    const comesFromTrash = item.trashedAt !== null;
    const staysArchived = comesFromTrash && item.archivedAt !== null;
    const isParentAway =
      parent !== null && (parent.trashedAt !== null || (parent.archivedAt !== null && !staysArchived));
    if (isParentAway) return world.rejects('items.restore', { id: item.id });
    const returning = familyOf(item).filter((each) =>
      comesFromTrash
        ? each.trashedAt === item.trashedAt
        : each.archivedAt === item.archivedAt && each.trashedAt === null,
    );
    const record = await world.mutate('items.restore', { id: item.id });
    const isGroupGone = !board.groups.some(({ id }) => id === item.groupId);
    if (isGroupGone) for (const member of familyOf(item)) member.groupId = board.groups[0]!.id;
    for (const each of returning) {
      each.trashedAt = null;
      if (!comesFromTrash) each.archivedAt = null;
    }
    if (!isLive(item)) return;
    const list = listOf(item);
    const { min, max } = isGroupGone ? { min: list.length, max: list.length } : possiblePositions(item, list);
    if (record.position < min || record.position > max)
      throw new Error(`${item.id} was restored to ${record.position}, not between ${min} and ${max}`);
    list.splice(record.position, 0, item);
    if (isGroupGone) item.placedAt = world.step;
    const subItems = returning.filter((each) => each.parent === item && isLive(each));
    if (subItems.length > 0) await this.restoreSubItems(item, subItems);
  }

  /** All that it has: the others are not restored with it. */
  private async restoreSubItems(item: ModelItem, returning: readonly ModelItem[]): Promise<void> {
    const record = await this.world.query('items.get', { id: item.id });
    const ids = (record.subItems as { id: string }[]).map(({ id }) => id);
    const list = returning.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
    for (const [at, sub] of list.entries()) {
      const { min, max } = possiblePositions(
        sub,
        list.filter((each) => each !== sub),
      );
      if (at < min || at > max) throw new Error(`${sub.id} was restored to ${at}, not ${min} to ${max}`);
    }
    item.subItems.push(...list);
  }

  async purge(): Promise<void> {
    const { dice, world } = this;
    const trashed = [...this.board().items].filter(({ trashedAt }) => trashedAt !== null);
    const items = dice.some(trashed, 1 + dice.below(10));
    if (items.length === 0) return;
    await world.mutate('trash.purge', { ids: items.map(({ id }) => id) });
    for (const item of items) for (const member of familyOf(item)) member.board.items.delete(member);
  }
}
