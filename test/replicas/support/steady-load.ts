import { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from './http-call';
import { output, type World } from './world';

/** Requests in progress: more than that wait, so that a machine that is busy gets fewer requests, not a queue of them. */
const CLIENTS = 48;

/** An item that the load has created, with each number that it can have. */
interface WrittenItem {
  id: string;
  numbers: number[];
}

/** Reads and writes at a rate, through connections that are kept, and knows what was acknowledged. */
export class SteadyLoad {
  /** Other answers than 200. */
  readonly failures: { name: string; at: number; answer: Answer }[] = [];
  requests = 0;
  longest: { name: string; milliseconds: number } = { name: '', milliseconds: 0 };
  private readonly items: WrittenItem[] = [];
  /** Those that no request is changing. */
  private readonly free: WrittenItem[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  private readonly beganMs = performance.now();
  private endedMs: number | null = null;
  private isOver = false;
  private running: Promise<unknown> = Promise.resolve();

  /** `rate` in requests a second. `url` is asked for each request. */
  constructor(
    private readonly world: World,
    private readonly rate: number,
    private readonly url: () => string,
  ) {}

  start(): this {
    let turn = 0;
    const client = async () => {
      while (!this.isOver) {
        const own = turn;
        turn += 1;
        const waitMs = (own * 1000) / this.rate - (performance.now() - this.beganMs);
        if (waitMs > 0) await delay(waitMs);
        await this.request(own);
      }
    };
    this.running = Promise.all(Array.from({ length: CLIENTS }, client));
    return this;
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.running;
    this.endedMs ??= performance.now();
    this.agent.destroy();
  }

  get acknowledged(): number {
    return this.items.length;
  }

  get seconds(): number {
    return ((this.endedMs ?? performance.now()) - this.beganMs) / 1000;
  }

  /** For the report of a test. */
  get summary(): string {
    const rate = Math.round(this.requests / this.seconds);
    const { name, milliseconds } = this.longest;
    return (
      `${this.requests} requests in ${this.seconds.toFixed(0)} s, ${rate} a second (${this.rate} wanted), ` +
      `${this.failures.length} failed, longest ${Math.round(milliseconds)} ms (${name})`
    );
  }

  /** Acknowledged writes that the board does not show. */
  async lostWrites(url: string): Promise<string[]> {
    const found = await this.world.numbers(url);
    return this.items.flatMap(({ id, numbers }) => {
      const number = found.get(id);
      return number !== undefined && numbers.includes(number)
        ? []
        : [`${id} is ${number}, not ${numbers.join(' or ')}`];
    });
  }

  private async request(turn: number): Promise<void> {
    switch (turn % 10) {
      case 0:
      case 3:
      case 6:
        return this.createItem(turn);
      case 1:
      case 4:
        return this.changeItem(turn);
      case 2:
      case 7:
        return void (await this.read('items.list', { boardId: this.world.boardId, limit: 20 }));
      case 5:
        return void (await this.read('boards.get', { id: this.world.boardId }));
      case 8:
        return void (await this.read('search.query', { q: `Item ${turn - 2}` }));
      default: {
        const item = this.items[turn % (this.items.length || 1)];
        if (item !== undefined) await this.read('items.get', { id: item.id });
      }
    }
  }

  private async createItem(turn: number): Promise<void> {
    const { boardId, groupId, numberColumn } = this.world;
    const input = { boardId, groupId, name: `Item ${turn}`, values: { [numberColumn]: turn } };
    const answer = await this.write('items.create', input);
    if (answer.status !== 200) return;
    const item = { id: output(answer).id as string, numbers: [turn] };
    this.items.push(item);
    this.free.push(item);
  }

  private async changeItem(turn: number): Promise<void> {
    const item = this.free.shift();
    if (item === undefined) return;
    const input = { itemId: item.id, columnId: this.world.numberColumn, value: turn };
    const { status } = await this.write('items.setValue', input);
    // A call without a success may have had its effect.
    item.numbers = status === 200 ? [turn] : [...item.numbers, turn];
    this.free.push(item);
  }

  private async read(name: string, input: object): Promise<void> {
    this.note(name, await this.world.query(this.url(), name, input, this.agent));
  }

  private async write(name: string, input: object): Promise<Answer> {
    return this.note(name, await this.world.mutate(this.url(), name, input, { agent: this.agent }));
  }

  private note(name: string, answer: Answer): Answer {
    this.requests += 1;
    if (answer.status !== 200) this.failures.push({ name, at: performance.now(), answer });
    if (answer.milliseconds > this.longest.milliseconds)
      this.longest = { name, milliseconds: answer.milliseconds };
    return answer;
  }
}

/** In a few lines: which calls failed, how, and how often. */
export function failuresByKind(failures: SteadyLoad['failures']): string[] {
  const counts = new Map<string, number>();
  for (const { name, answer } of failures) {
    const kind = `${name}: ${answer.status} ${answer.fault ?? answer.text.slice(0, 200)}`;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `${count} × ${kind}`);
}
