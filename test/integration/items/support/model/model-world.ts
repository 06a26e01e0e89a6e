import type { WireClient } from '../../../../support/client';
import { aBoard, type ColumnSpec, type TestBoard } from '../../../../support/factories/board.factory';
import { someFiles } from '../../../../support/factories/file.factory';
import { anItem } from '../../../../support/factories/item.factory';
import type { TestOrganization } from '../../../../support/factories/organization.factory';
import type { TestProject } from '../../../../support/factories/project.factory';
import { Dice } from './dice';
import type { ModelBoard, ModelColumn, ModelItem } from './model-board';
import { COMPUTED, type Referable, WRITABLE } from './model-values';

interface WireColumn {
  id: string;
  name: string;
  type: string;
  config: { labels?: ModelColumn['labels']; options?: string[]; maxRating?: number };
}

const LABELS = { labels: ['Open', 'Held', 'Shut'].map((name) => ({ name })) };

const CONFIGS: Record<string, object> = {
  status: LABELS,
  label: LABELS,
  dropdown: { options: ['S', 'M', 'L'] },
};

/** A column of every type but lookup, whose results appear later. */
const COLUMNS: ColumnSpec[] = [
  { name: 'Number', type: 'number' },
  { name: 'Text', type: 'text' },
  ...WRITABLE.filter((type) => type !== 'number' && type !== 'text').map((type) => aColumn(type, type)),
  ...COMPUTED.filter((type) => type !== 'formula').map((type) => ({ name: type, type })),
  { name: 'Double', type: 'formula', config: { expression: '{Number} * 2' } },
  { name: 'Shout', type: 'formula', config: { expression: '{Text} & "!"' } },
];

export function aColumn(name: string, type: string): ColumnSpec {
  return { name, type, ...(type in CONFIGS ? { config: CONFIGS[type] } : {}) };
}

/** An organization's boards as they should be, and the callers who change them. */
export class ModelWorld {
  /** Calls so far that changed something. */
  step = 0;
  /** Calls of the current step, for the report of a failure. */
  calls: string[] = [];
  private lastNumber = 0;
  private lastName = 0;

  private constructor(
    readonly dice: Dice,
    readonly organization: TestOrganization,
    readonly project: TestProject,
    readonly boards: ModelBoard[],
    readonly refer: Referable,
    private readonly clients: Map<string, WireClient>,
  ) {}

  static async create(organization: TestOrganization, seed: number): Promise<ModelWorld> {
    const first = await aBoard({ organization, groups: ['One', 'Two', 'Three'], columns: COLUMNS });
    const { project } = first;
    // Sorted lists of many groups are read in another way (decision 0104).
    // Imports find groups by name: no name is one that a step gives to a new group.
    const many = Array.from({ length: 9 }, (_, at) => `Part ${at + 1}`);
    const second = await aBoard({ project, groups: many, columns: COLUMNS });
    const library = await aBoard({ project, columns: [{ name: 'Files', type: 'file' }] });
    const { owner } = organization;
    const members = [owner];
    for (const name of ['Anna', 'Émile 10', 'emile 9'])
      members.push(await organization.addMember('admin', name));
    const linkable: string[] = [];
    for (let at = 0; at < 4; at += 1) linkable.push(await anItem(library, { name: `Library ${at}` }));
    const parts = ['a', 'b', 'c'].map((name) => ({ name: `${name}.txt`, content: name }));
    const files = await someFiles(owner.client, parts);
    // A file that no item has is visible only to the user who uploaded it.
    const values = { [library.column('Files')]: files.map(({ id }) => id) };
    linkable.push(await anItem(library, { name: 'Library', values }));
    const users = members.map(({ userId, name }) => ({ id: userId, name }));
    const clients = new Map(members.slice(0, 2).map(({ userId, client }) => [userId as string, client]));
    const boards = [first, second].map((board: TestBoard) => modelBoard(board.record));
    return new ModelWorld(new Dice(seed), organization, project, boards, { users, linkable, files }, clients);
  }

  /** One of the callers. */
  get caller(): string {
    return this.dice.one([...this.clients.keys()]);
  }

  /** The owner with a new token, whose lists have no pages yet. */
  newReader(): Promise<WireClient> {
    return this.organization.tokenFor(this.organization.owner, ['read']);
  }

  newNumber(): number {
    this.lastNumber += 1;
    return this.lastNumber;
  }

  newName(prefix: string): string {
    this.lastName += 1;
    return `${prefix} ${this.lastName}`;
  }

  /** Fails unless the call returns 200. */
  async query(name: string, input: object, client = this.organization.owner.client) {
    const { status, data, body } = await client.query(name, input);
    if (status !== 200) throw new Error(`${name} ${JSON.stringify(input)}: ${JSON.stringify(body)}`);
    return data;
  }

  async mutate(name: string, input: object, by = this.organization.owner.userId as string) {
    const { status, data, body } = await this.send(name, input, by);
    if (status !== 200) throw new Error(`${name}: ${JSON.stringify(body)}`);
    return data;
  }

  async rejects(name: string, input: object): Promise<void> {
    const { status, body } = await this.send(name, input, this.organization.owner.userId);
    if (status !== 400) throw new Error(`${name} was not rejected: ${status} ${JSON.stringify(body)}`);
  }

  private send(name: string, input: object, by: string) {
    this.step += 1;
    this.calls.push(`${name} ${JSON.stringify(input)}`);
    return this.clients.get(by)!.mutate(name, input);
  }

  /** An item as it is after its creation, not in a list yet. */
  newItem(
    place: Pick<ModelItem, 'board' | 'groupId' | 'parent'>,
    made: Pick<ModelItem, 'id' | 'name' | 'createdBy' | 'values'>,
  ): ModelItem {
    const item: ModelItem = {
      ...place,
      ...made,
      number: this.newNumber(),
      subItems: [],
      createdAt: null,
      updatedAt: null,
      archivedAt: null,
      trashedAt: null,
      placedAt: this.step,
      left: null,
    };
    place.board.items.add(item);
    return item;
  }
}

export function modelBoard(record: {
  id: string;
  groups: { id: string; name: string }[];
  columns: WireColumn[];
}): ModelBoard {
  return {
    id: record.id,
    groups: record.groups.map(({ id, name }) => ({ id, name, items: [] })),
    columns: record.columns.map((column) => modelColumn(column, false)),
    items: new Set(),
  };
}

export function modelColumn({ id, name, type, config }: WireColumn, isExtra: boolean): ModelColumn {
  const { labels = [], options = [], maxRating = 5 } = config;
  return { id, name, type, labels, options, maxRating, isExtra };
}
