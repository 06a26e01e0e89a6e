import type { Json } from '../../kernel/json';

/** Messages that wait; further ones are dropped. */
const MAX_WAITING = 5_000;

/** Collects messages into texts of limited size, in the order in which they were sent. */
export class MessageBatches {
  private waiting: string[] = [];

  constructor(
    /** Identifies the sender, so that it ignores its own messages. */
    private readonly sender: string,
    private readonly maxBytes: number,
  ) {}

  add(message: Json): void {
    if (this.waiting.length < MAX_WAITING) this.waiting.push(JSON.stringify(message));
  }

  /** Empties the collection. A message that fits no text is dropped. */
  take(): string[] {
    const texts: string[] = [];
    const head = `{"from":"${this.sender}","messages":[`;
    const empty = Buffer.byteLength(head) + 2;
    let batch: string[] = [];
    let bytes = empty;
    const finish = () => {
      if (batch.length > 0) texts.push(`${head}${batch.join(',')}]}`);
      batch = [];
      bytes = empty;
    };
    for (const message of this.waiting) {
      const size = Buffer.byteLength(message) + 1;
      if (empty + size > this.maxBytes) continue;
      if (bytes + size > this.maxBytes) finish();
      batch.push(message);
      bytes += size;
    }
    finish();
    this.waiting = [];
    return texts;
  }

  /** The messages of a text that another process has sent. */
  read(text: string): readonly Json[] {
    try {
      const { from, messages } = JSON.parse(text) as { from: string; messages: Json[] };
      return from === this.sender || !Array.isArray(messages) ? [] : messages;
    } catch {
      // Another release, or another program on the same channel.
      return [];
    }
  }
}
