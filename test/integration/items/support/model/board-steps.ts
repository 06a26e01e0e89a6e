import type { BoardId, ColumnId } from '../../../../../src/kernel/ids';
import { BuildOrderJob } from '../../../../../src/modules/items/orders/build-order.job';
import { UNINTERRUPTED } from '../../../../support/job-run';
import { columnNamed, leave, type ModelBoard, type ModelColumn } from './model-board';
import { relabeled, WRITABLE } from './model-values';
import { aColumn, modelColumn } from './model-world';
import { Steps } from './steps';

const EXTRA_COLUMNS_MAX = 3;
const GROUPS_MAX = 6;

/** Changes of groups, columns and boards, each on the wire and in the model. */
export class BoardSteps extends Steps {
  async createGroup(): Promise<void> {
    const board = this.board();
    if (board.groups.length >= GROUPS_MAX) return this.mergeGroup();
    const name = this.world.newName('Group');
    const position = this.dice.below(board.groups.length + 1);
    const { id } = await this.world.mutate('boards.groups.create', { boardId: board.id, name, position });
    board.groups.splice(position, 0, { id, name, items: [] });
  }

  async reorderGroups(): Promise<void> {
    const board = this.board();
    board.groups = this.dice.some(board.groups, board.groups.length);
    const groupIds = board.groups.map(({ id }) => id);
    await this.world.mutate('boards.groups.reorder', { boardId: board.id, groupIds });
  }

  async mergeGroup(): Promise<void> {
    const board = this.board();
    if (board.groups.length < 2) return this.createGroup();
    const [from, to] = this.dice.some(board.groups, 2);
    await this.world.mutate('boards.groups.delete', { id: from!.id, moveItemsTo: to!.id });
    to!.items.push(...from!.items);
    for (const item of board.items) {
      if (item.groupId !== from!.id) continue;
      item.groupId = to!.id;
      // Sub-items keep their places.
      if (item.parent === null) item.placedAt = this.world.step;
    }
    board.groups = board.groups.filter((group) => group !== from);
  }

  async deleteGroup(): Promise<void> {
    const board = this.board();
    if (board.groups.length < 3) return this.createGroup();
    const group = this.dice.one(board.groups);
    await this.world.mutate('boards.groups.delete', { id: group.id });
    const gone = [...board.items].filter((item) => item.groupId === group.id && item.trashedAt === null);
    leave(gone, this.world.step);
    for (const item of gone) item.trashedAt = this.world.step;
    board.groups = board.groups.filter((each) => each !== group);
  }

  async createColumn(): Promise<void> {
    const { dice, world } = this;
    const board = this.board();
    if (board.columns.filter(({ isExtra }) => isExtra).length >= EXTRA_COLUMNS_MAX)
      return this.deleteColumn();
    // Of a name that another board can have, so that moved items keep their values.
    const name = `Extra ${dice.below(6)}`;
    if (board.columns.some((column) => column.name === name)) return this.deleteColumn();
    const spec = aColumn(name, dice.one(WRITABLE));
    const column = modelColumn(await world.mutate('columns.create', { boardId: board.id, ...spec }), true);
    board.columns.push(column);
  }

  /** Builds an order as for a large board: of last changes, or of the empty cells of a column. */
  async buildOrder(): Promise<void> {
    const { dice, world } = this;
    const board = this.board();
    const columns = board.columns.filter(({ type }) => WRITABLE.includes(type));
    const columnId = dice.once(2) ? null : (dice.one(columns).id as ColumnId);
    const { app, id } = world.organization;
    const payload = { organizationId: id, boardId: board.id as BoardId, columnId };
    await app.nest.get(BuildOrderJob, { strict: false }).perform(payload, UNINTERRUPTED);
  }

  async duplicateColumn(): Promise<void> {
    const { world } = this;
    const board = this.board();
    const copied = ['status', 'label', 'dropdown', 'people', 'date', 'time_tracking', 'Number'];
    const original = columnNamed(board, this.dice.one(copied));
    const input = { id: original.id, name: world.newName('Copied'), includeValues: true };
    const column = modelColumn(await world.mutate('columns.duplicate', input), true);
    board.columns.push(column);
    for (const item of board.items) {
      const stored = item.values.get(original.id) ?? null;
      if (stored !== null) item.values.set(column.id, relabeled(original, column, stored));
    }
    if (board.columns.filter(({ isExtra }) => isExtra).length > EXTRA_COLUMNS_MAX) await this.deleteColumn();
  }

  async deleteColumn(): Promise<void> {
    const board = this.board();
    const extra = board.columns.filter(({ isExtra }) => isExtra);
    if (extra.length === 0) return this.createGroup();
    const column = this.dice.one(extra);
    await this.world.mutate('columns.delete', { id: column.id });
    board.columns = board.columns.filter((each) => each !== column);
    for (const item of board.items) item.values.delete(column.id);
  }

  /** Renames, reorders or recolors labels, adds one, or removes one whose items get another. */
  async changeLabels(): Promise<void> {
    const { dice, world } = this;
    const board = this.board();
    const column = dice.one(board.columns.filter(({ labels }) => labels.length > 0));
    let labels = dice.some(column.labels, column.labels.length);
    let reassign = {};
    if (labels.length > 2 && dice.once(2)) {
      const [gone, ...kept] = labels;
      const replacement = dice.one(kept).id;
      labels = kept;
      reassign = { reassignTo: replacement };
      replaceChoice(board, column, gone!.id, replacement);
    } else if (dice.once(2)) labels[0] = { ...labels[0]!, name: world.newName('Renamed'), color: '#123456' };
    const added = labels.length < 6 && dice.once(2) ? [{ name: world.newName('Label') }] : [];
    const config = { labels: [...labels, ...added] };
    const record = await world.mutate('columns.update', { id: column.id, config, ...reassign });
    column.labels = record.config.labels;
    const names = config.labels.map(({ name }) => name).join();
    if (column.labels.map(({ name }) => name).join() !== names) throw new Error(`Labels are not ${names}`);
  }

  async changeOptions(): Promise<void> {
    const { dice, world } = this;
    const board = this.board();
    const column = dice.one(board.columns.filter(({ type }) => type === 'dropdown'));
    let options = dice.some(column.options, column.options.length);
    let reassign = {};
    if (options.length > 2 && dice.once(2)) {
      const [gone, ...kept] = options;
      const reassignTo = dice.one(kept);
      options = kept;
      reassign = { reassignTo };
      replaceChoice(board, column, gone!, reassignTo);
    }
    if (options.length < 6) options.push(world.newName('Option'));
    await world.mutate('columns.update', { id: column.id, config: { options }, ...reassign });
    column.options = options;
  }

  /** Existing values remain. */
  async changeConfig(): Promise<void> {
    const { dice, world } = this;
    const board = this.board();
    const rating = columnNamed(board, 'rating');
    rating.maxRating = 1 + dice.below(8);
    const changes: [ModelColumn, object][] = [
      [rating, { maxRating: rating.maxRating }],
      [columnNamed(board, 'Number'), { decimals: dice.below(5), suffix: dice.one(['kg', null]) }],
      [columnNamed(board, 'currency'), { currency: dice.one(['EUR', 'USD']) }],
      [columnNamed(board, 'date'), { includeTime: dice.once(2) }],
    ];
    for (const [column, config] of changes) await world.mutate('columns.update', { id: column.id, config });
  }
}

/** On items in any state. */
function replaceChoice(board: ModelBoard, { id }: ModelColumn, from: string, to: string): void {
  for (const { values } of board.items) {
    const stored = values.get(id);
    if (stored === from) values.set(id, to);
    else if (Array.isArray(stored))
      values.set(id, [...new Set((stored as string[]).map((each) => (each === from ? to : each)))]);
  }
}
