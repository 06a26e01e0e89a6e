import { PRIORITIES, type StatusLabel } from '../data/board-shape';

/** Stored text of a label column to the JSON of the label. */
type Labels = ReadonlyMap<unknown, string>;

interface LabelColumn {
  /**
   * The key as JSONB prints it, up to the stored text: it cannot occur inside a value, where quotes are
   * escaped.
   */
  readonly opening: string;
  readonly labels: Labels;
}

export interface StoredColumn {
  readonly id: string;
  readonly type: string;
  readonly config: { readonly labels?: readonly (StatusLabel & { readonly id: string })[] };
}

/** What the floor keeps in memory of a board: how its values look on the wire, and their sort keys. */
export class WireValues {
  private readonly labelColumns: LabelColumn[] = [];
  private readonly labels = new Map<string, Labels>();
  private readonly columns: ReadonlyMap<string, StoredColumn>;

  constructor(columns: readonly StoredColumn[]) {
    this.columns = new Map(columns.map((column) => [column.id, column]));
    for (const column of columns) {
      const labels = labelsOf(column);
      if (!labels) continue;
      this.labels.set(column.id, labels);
      this.labelColumns.push({ opening: `"${column.id}": "`, labels });
    }
  }

  /**
   * The stored JSONB text, labels put in the place of their ids; parsing 50 rows instead halves a list's
   * rate.
   */
  present(stored: string): string {
    let text = stored;
    for (const { opening, labels } of this.labelColumns) {
      const at = text.indexOf(opening);
      if (at < 0) continue;
      const from = at + opening.length;
      const to = text.indexOf('"', from);
      text = `${text.slice(0, from - 1)}${labels.get(text.slice(from, to))}${text.slice(to + 1)}`;
    }
    return text;
  }

  /** One stored value as JSON of the wire. */
  presentCell(columnId: string, stored: unknown): string {
    return this.labels.get(columnId)?.get(stored) ?? JSON.stringify(stored);
  }

  sortsAsText(columnId: string): boolean {
    const type = this.columns.get(columnId)?.type;
    return type === 'text' || type === 'email';
  }

  /** Stored form and sort key of a value as it came in; without any validation. */
  store(columnId: string, value: unknown): { stored: unknown; key: number | string | null } {
    const column = this.columns.get(columnId);
    switch (column?.type) {
      case 'text':
      case 'email':
        return { stored: value, key: String(value).toLowerCase() };
      case 'number':
      case 'formula':
        return { stored: value, key: Number(value) };
      case 'checkbox':
        return { stored: value, key: value === true ? 1 : 0 };
      case 'date':
        return { stored: value, key: Date.parse(String(value)) };
      case 'priority':
        return { stored: value, key: PRIORITIES.findIndex(({ label }) => label === value) };
      case 'status': {
        const labels = column.config.labels ?? [];
        const key = labels.findIndex(({ name }) => name === value);
        return { stored: labels[key]?.id ?? null, key };
      }
      default:
        return { stored: value, key: null };
    }
  }
}

function labelsOf({ type, config }: StoredColumn): Labels | null {
  switch (type) {
    case 'status':
      return new Map(
        (config.labels ?? []).map(({ id, name, color }) => [id, JSON.stringify({ id, label: name, color })]),
      );
    case 'priority':
      return new Map(PRIORITIES.map((priority) => [priority.label, JSON.stringify(priority)]));
    default:
      return null;
  }
}
