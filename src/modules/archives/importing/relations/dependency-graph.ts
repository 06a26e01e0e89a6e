const UNSEEN = 0;
const ON_PATH = 1;
const SETTLED = 2;

/** The dependencies of one column: 16 bytes each, and a byte for each item. */
export class DependencyGraph {
  /** Items, and those that come before them, in the order of the items. */
  private readonly items: number[] = [];
  private readonly befores: number[] = [];
  private last = 0;

  /** Items in ascending order. */
  add(item: number, before: number): void {
    this.items.push(item);
    this.befores.push(before);
    this.last = Math.max(this.last, item, before);
  }

  /** An item that depends on itself, directly or through others; null if there is none. Without recursion: chains can be long. */
  circular(): number | null {
    const states = new Uint8Array(this.last + 1);
    for (let at = 0; at < this.items.length; at += 1) {
      if (states[this.items[at]!] !== UNSEEN) continue;
      const found = this.follow(at, states);
      if (found !== null) return found;
    }
    return null;
  }

  private follow(start: number, states: Uint8Array): number | null {
    const path = [{ item: this.items[start]!, next: start }];
    states[path[0]!.item] = ON_PATH;
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      if (this.items[top.next] !== top.item) {
        states[top.item] = SETTLED;
        path.pop();
        continue;
      }
      const before = this.befores[top.next]!;
      top.next += 1;
      if (states[before] === ON_PATH) return before;
      if (states[before] === SETTLED) continue;
      states[before] = ON_PATH;
      path.push({ item: before, next: this.firstOf(before) });
    }
    return null;
  }

  /** The place of the first dependency of an item, or of the next item that has one. */
  private firstOf(item: number): number {
    let low = 0;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.items[middle]! < item) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
