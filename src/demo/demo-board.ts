import type { Answer, DemoClient } from './demo-client';

export interface DemoItem {
  name: string;
  /** The group's name. */
  group: string;
  /** Values by column name; undefined leaves a cell empty. */
  values?: Record<string, unknown>;
  description?: string;
  parentId?: string;
}

/** A board whose parts are addressed by name. */
export class DemoBoard {
  constructor(private readonly record: Answer) {}

  get id(): string {
    return this.record.id;
  }

  column(name: string): string {
    return idOf(this.record.columns, name);
  }

  /** Adds items at the end of their groups, in order; returns their ids. */
  async add(by: DemoClient, items: readonly DemoItem[]): Promise<string[]> {
    const made = await by.mutateEach(
      'items.create',
      items.map(({ group, values = {}, ...item }) => ({
        ...item,
        boardId: this.id,
        groupId: idOf(this.record.groups, group),
        values: this.valuesById(values),
      })),
    );
    return made.map(({ id }) => id);
  }

  private valuesById(values: Record<string, unknown>): Record<string, unknown> {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    return Object.fromEntries(given.map(([name, value]) => [this.column(name), value]));
  }
}

function idOf(records: { id: string; name: string }[], name: string): string {
  const found = records.find((record) => record.name === name);
  if (!found) throw new Error(`No ${name} on this board`);
  return found.id;
}
