import { liveItems, type ModelBoard, type ModelItem } from './model-board';
import type { ModelWorld } from './model-world';

/** Changes, each on the wire and in the model, of what the dice choose. */
export abstract class Steps {
  constructor(protected readonly world: ModelWorld) {}

  protected get dice() {
    return this.world.dice;
  }

  protected board(): ModelBoard {
    return this.dice.one(this.world.boards);
  }

  /** A live top-level item of any board. */
  protected item(): ModelItem | null {
    const items = liveItems(this.board());
    return items.length === 0 ? null : this.dice.one(items);
  }

  /** A live item, in a quarter of the cases a sub-item if there is one. */
  protected anyItem(): ModelItem | null {
    const item = this.item();
    if (item === null || item.subItems.length === 0 || !this.dice.once(4)) return item;
    return this.dice.one(item.subItems);
  }
}
