import type { Dice } from './dice';
import { liveItems, type ModelBoard, type ModelColumn, type ModelItem } from './model-board';
import { aText, NUMBERS, plainText, PRIORITIES, type Referable, storedIn, TEXTS } from './model-values';

/** A condition as items.list takes it, and whether the model's item matches it. */
export interface Condition {
  asked: object;
  matches: (item: ModelItem) => boolean;
}

interface Field {
  columnId: string;
  read: (item: ModelItem) => unknown;
}

const DAY_MS = 86_400_000;

/** Conditions of any kind, some of them nested; together they often match something, as values of items are in them. */
export class FilterMaker {
  constructor(
    private readonly dice: Dice,
    private readonly board: ModelBoard,
    private readonly refer: Referable,
    /** The caller. */
    private readonly me: string,
  ) {}

  filter(): Condition[] {
    return Array.from({ length: this.dice.one([0, 0, 1, 1, 1, 2, 3]) }, () => this.node(0));
  }

  private node(depth: number): Condition {
    if (depth >= 3 || !this.dice.once(4)) return this.condition();
    const nodes = Array.from({ length: 1 + this.dice.below(3) }, () => this.node(depth + 1));
    const asked = nodes.map((node) => node.asked);
    return this.dice.once(2)
      ? { asked: { and: asked }, matches: (item) => nodes.every((node) => node.matches(item)) }
      : { asked: { or: asked }, matches: (item) => nodes.some((node) => node.matches(item)) };
  }

  private condition(): Condition {
    const { dice } = this;
    if (!dice.once(5)) return this.columnCondition(dice.one(this.board.columns));
    return dice.one([
      () => this.text({ columnId: 'name', read: ({ name }) => name }),
      () => this.choice({ columnId: 'groupId', read: (item) => item.groupId }, this.board.groups.map(idOf)),
      () => this.author(),
      () => this.time({ columnId: 'createdAt', read: (item) => item.createdAt }),
    ])();
  }

  private columnCondition(column: ModelColumn): Condition {
    const field = { columnId: column.id, read: (item: ModelItem) => storedIn(item, column) };
    if (this.dice.once(6)) return this.emptiness(field);
    if (column.name === 'Double' || column.type === 'auto_number' || NUMBERS.includes(column.type)) {
      const isTracked = column.type === 'time_tracking';
      const read = (item: ModelItem) =>
        isTracked ? storedIn(item, column)?.seconds : storedIn(item, column);
      return this.number({ ...field, read: (item) => read(item) ?? null });
    }
    if (TEXTS.includes(column.type)) {
      const isRich = column.type === 'long_text';
      return this.text(isRich ? { ...field, read: (item) => plainOf(storedIn(item, column)) } : field);
    }
    switch (column.type) {
      case 'checkbox':
        return this.checkbox(field);
      case 'date':
      case 'created_date':
        return this.time(field);
      case 'last_updated':
        return this.emptiness(field);
      case 'date_range':
      case 'timeline':
        return this.range(field);
      default:
        return this.choice(field, this.choicesOf(column));
    }
  }

  /** The keys of a column's choices, and what names them in a filter. */
  private choicesOf({ type, labels, options }: ModelColumn): string[] {
    if (type === 'status' || type === 'label') return labels.map(idOf);
    if (type === 'dropdown') return options;
    if (type === 'priority') return PRIORITIES;
    if (type === 'people') return this.refer.users.map(idOf);
    if (type === 'file') return this.refer.files.map(idOf);
    if (type === 'link') return this.refer.linkable;
    const items = liveItems(this.board);
    return items.slice(0, 5).map(idOf);
  }

  private sample(field: Field): unknown {
    const items = liveItems(this.board);
    return items.length === 0 ? null : field.read(this.dice.one(items));
  }

  private emptiness({ columnId, read }: Field): Condition {
    return this.dice.once(2)
      ? { asked: { columnId, operator: 'is_empty' }, matches: (item) => read(item) === null }
      : { asked: { columnId, operator: 'is_not_empty' }, matches: (item) => read(item) !== null };
  }

  private text({ columnId, read }: Field): Condition {
    const { dice } = this;
    const whole = Array.from((this.sample({ columnId, read }) as string | null) ?? aText(dice)).slice(0, 100);
    const from = dice.below(whole.length);
    const part = whole.slice(from, from + 1 + dice.below(5)).join('');
    const start = whole.slice(0, 1 + dice.below(6)).join('');
    const needle = dice.one([part, part, start, whole.join('')]);
    const value = dice.one([needle, needle.toUpperCase(), needle.toLowerCase()]);
    const folded = value.toLowerCase();
    const test =
      (matches: (text: string) => boolean, isEmptyToo = false) =>
      (item: ModelItem) => {
        const text = read(item) as string | null;
        return text === null ? isEmptyToo : matches(text.toLowerCase());
      };
    const operators: Record<string, Condition['matches']> = {
      is: test((text) => text === folded),
      is_not: test((text) => text !== folded, true),
      contains: test((text) => text.includes(folded)),
      not_contains: test((text) => !text.includes(folded), true),
      starts_with: test((text) => text.startsWith(folded)),
      ends_with: test((text) => text.endsWith(folded)),
    };
    return this.oneOf(columnId, operators, value);
  }

  private number({ columnId, read }: Field): Condition {
    const { dice } = this;
    const given = Number(this.sample({ columnId, read }) ?? dice.below(50));
    if (dice.once(4)) {
      const to = given + dice.below(100);
      const matches = this.numeric(read, (number) => number >= given && number <= to);
      return { asked: { columnId, operator: 'between', value: [given, to] }, matches };
    }
    const operators: Record<string, Condition['matches']> = {
      is: this.numeric(read, (number) => number === given),
      is_not: (item) => read(item) !== given,
      gt: this.numeric(read, (number) => number > given),
      gte: this.numeric(read, (number) => number >= given),
      lt: this.numeric(read, (number) => number < given),
      lte: this.numeric(read, (number) => number <= given),
    };
    return this.oneOf(columnId, operators, dice.one([given, `${given}`]));
  }

  private numeric(read: Field['read'], test: (number: number) => boolean): Condition['matches'] {
    return (item) => read(item) !== null && test(read(item) as number);
  }

  private checkbox({ columnId, read }: Field): Condition {
    const value = this.dice.once(2);
    const operators = {
      is: (item: ModelItem) => read(item) === value,
      is_not: (item: ModelItem) => read(item) !== value,
    };
    return this.oneOf(columnId, operators, value);
  }

  /** The moments of the organization's calendar are those of UTC. */
  private time({ columnId, read }: Field): Condition {
    const span = (item: ModelItem): [number, number] | null => {
      const at = read(item) as string | null;
      return at === null ? null : [Date.parse(at), Date.parse(at)];
    };
    const given = (this.sample({ columnId, read }) as string | null) ?? '2026-01-20T10:00:00.000Z';
    return this.temporal(columnId, span, given);
  }

  private range({ columnId, read }: Field): Condition {
    const span = (item: ModelItem): [number, number] | null => {
      const value = read(item) as { start: string; end: string } | null;
      return value === null ? null : [Date.parse(value.start), Date.parse(value.end)];
    };
    const given = (this.sample({ columnId, read }) as { end: string } | null)?.end;
    return this.temporal(columnId, span, given ?? '2026-01-20T00:00:00.000Z', true);
  }

  private temporal(
    columnId: string,
    span: (item: ModelItem) => [number, number] | null,
    given: string,
    isRange = false,
  ): Condition {
    const { dice } = this;
    const isDay = dice.once(2);
    const start = isDay ? Math.floor(Date.parse(given) / DAY_MS) * DAY_MS : Date.parse(given);
    const end = isDay ? start + DAY_MS : start + 1;
    const written = (ms: number) => new Date(ms).toISOString().slice(0, isDay ? 10 : undefined);
    const touches = (from: number, until: number) => (item: ModelItem) => {
      const own = span(item);
      return own !== null && own[0] < until && own[1] >= from;
    };
    if (dice.once(4)) {
      const days = dice.below(20) * DAY_MS;
      const value = [written(start), written(start + days)];
      return { asked: { columnId, operator: 'between', value }, matches: touches(start, end + days) };
    }
    const day = Math.floor(start / DAY_MS) * DAY_MS;
    const is = touches(start, end);
    const operators: Record<string, Condition['matches']> = {
      before: (item) => (span(item)?.[1] ?? Infinity) < start,
      after: (item) => (span(item)?.[0] ?? -Infinity) >= end,
      on: touches(day, day + DAY_MS),
      // A range is compared with a range.
      ...(isRange ? {} : { is, is_not: (item: ModelItem) => !is(item) }),
    };
    return this.oneOf(columnId, operators, written(start));
  }

  private choice({ columnId, read }: Field, choices: readonly string[]): Condition {
    const { dice } = this;
    if (choices.length === 0) return this.emptiness({ columnId, read });
    const keys = (item: ModelItem): string[] => {
      const stored = read(item);
      return stored === null ? [] : ([stored].flat() as string[]);
    };
    const wanted = dice.some(choices, 1 + dice.below(3));
    const value = wanted.map((key) => (key.startsWith('lbl_') ? { id: key } : key));
    const hasAny = (item: ModelItem) => keys(item).some((key) => wanted.includes(key));
    const hasAll = (item: ModelItem) => wanted.every((key) => keys(item).includes(key));
    const isExactly = (item: ModelItem) => hasAll(item) && keys(item).every((key) => wanted.includes(key));
    const operators: Record<string, Condition['matches']> = {
      any_of: hasAny,
      none_of: (item) => !hasAny(item),
      all_of: hasAll,
      is: isExactly,
      is_not: (item) => !isExactly(item),
    };
    return this.oneOf(columnId, operators, value);
  }

  private author(): Condition {
    const userId = this.dice.one(this.refer.users).id;
    const value = userId === this.me ? 'me' : userId;
    const operators = {
      is: (item: ModelItem) => item.createdBy === userId,
      is_not: (item: ModelItem) => item.createdBy !== userId,
    };
    return this.oneOf('createdBy', operators, value);
  }

  private oneOf(
    columnId: string,
    operators: Record<string, Condition['matches']>,
    value: unknown,
  ): Condition {
    const operator = this.dice.one(Object.keys(operators));
    return { asked: { columnId, operator, value }, matches: operators[operator]! };
  }
}

function idOf({ id }: { id: string }): string {
  return id;
}

function plainOf(html: string | null): string | null {
  return html === null ? null : plainText(html);
}
