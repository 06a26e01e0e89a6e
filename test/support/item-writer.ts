import type { TestBoard } from './factories/board.factory';
import type { ServiceProcess } from './service-process';

type State = 'live' | 'archived' | 'trashed';

export interface FoundItem {
  name: string;
  state: State;
  groupId: string;
  number: number;
}

/** What an item can be: several possibilities after a call without a response. */
interface PossibleItem {
  states: State[];
  groupIds: string[];
  numbers: number[];
}

/** Positions of creations and moves: lists are longer, so that many writers insert at the same places. */
const POSITIONS = 60;

/** Creates items of its own and changes them over HTTP, and knows what they are by what was acknowledged. */
export class ItemWriter {
  readonly items = new Map<string, PossibleItem>();
  /** Names of items whose creation had no response. */
  readonly lostCreations: string[] = [];
  /** Responses other than 200. */
  readonly faults: string[] = [];
  private created = 0;

  constructor(
    private readonly name: string,
    private readonly board: TestBoard,
    private readonly random: () => number,
    /** One of the processes. */
    private readonly service: () => ServiceProcess,
  ) {}

  async write(calls: number): Promise<void> {
    for (let call = 0; call < calls; call += 1) await this.step();
  }

  async writeUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await this.step();
  }

  /** How the items that it knows differ from those that exist. */
  differences(found: ReadonlyMap<string, FoundItem>): string[] {
    return [...this.items].flatMap(([id, { states, groupIds, numbers }]) => {
      const item = found.get(id);
      const isPossible =
        item !== undefined &&
        states.includes(item.state) &&
        groupIds.includes(item.groupId) &&
        numbers.includes(item.number);
      return isPossible
        ? []
        : [`${id} is ${JSON.stringify(item)}, not ${JSON.stringify({ states, groupIds, numbers })}`];
    });
  }

  private async step(): Promise<void> {
    const kind = this.below(10);
    // After a call without a response, an item is left alone.
    const certain = [...this.items].filter(([, item]) =>
      [item.states, item.groupIds, item.numbers].every(({ length }) => length === 1),
    );
    const live = certain.filter(([, { states }]) => states[0] === 'live');
    const away = certain.filter(([, { states }]) => states[0] !== 'live');
    if (kind < 4 || live.length === 0) return this.create();
    if (kind === 9 && away.length > 0) {
      const [id, item] = this.one(away);
      return this.change('items.restore', { id }, item.states, 'live');
    }
    const [id, item] = this.one(live);
    if (kind === 4) return this.change('items.archive', { id }, item.states, 'archived');
    if (kind === 5) return this.change('items.delete', { id }, item.states, 'trashed');
    if (kind === 6) {
      const value = this.below(1_000);
      const input = { itemId: id, columnId: this.board.column('Number'), value };
      return this.change('items.setValue', input, item.numbers, value);
    }
    const groupId = this.one(this.board.groupIds);
    const input = { id, groupId, position: this.below(POSITIONS) };
    return this.change('items.move', input, item.groupIds, groupId as string);
  }

  private async create(): Promise<void> {
    this.created += 1;
    const name = `${this.name}.${this.created}`;
    const groupId = this.one(this.board.groupIds);
    const number = this.below(1_000);
    const values = { [this.board.column('Number')]: number };
    const position = this.below(3) === 0 ? undefined : this.below(POSITIONS);
    const input = { boardId: this.board.id, groupId, name, position, values };
    const made = await this.send('items.create', input);
    if (made === 'lost') this.lostCreations.push(name);
    else if (made !== 'not sent') {
      const { id } = made as { id: string };
      this.items.set(id, { states: ['live'], groupIds: [groupId], numbers: [number] });
    }
  }

  /** Without a response, the old and the new value are possible. */
  private async change<Value>(call: string, input: object, values: Value[], next: Value): Promise<void> {
    const answer = await this.send(call, input);
    if (answer === 'not sent') return;
    if (answer !== 'lost') values.length = 0;
    values.push(next);
  }

  private async send(name: string, json: object): Promise<object | 'lost' | 'not sent'> {
    const { token } = this.board.organization.owner.client.caller;
    const headers = { authorization: `Bearer ${token!}`, 'content-type': 'application/json' };
    let response: Response;
    let body: string;
    try {
      response = await this.service().fetch(`/api/trpc/${name}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ json }),
      });
      body = await response.text();
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } };
      return cause?.code === 'ECONNREFUSED' ? 'not sent' : 'lost';
    }
    if (response.status !== 200) {
      this.faults.push(`${name}: ${response.status} ${body}`);
      return 'not sent';
    }
    return (JSON.parse(body) as { result: { data: { json: object } } }).result.data.json;
  }

  private one<T>(from: readonly T[]): T {
    return from[this.below(from.length)]!;
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit);
  }
}
