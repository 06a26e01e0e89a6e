import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

const TYPES = { A: 1, CNAME: 5, AAAA: 28 } as const;
const NXDOMAIN = 3;

/** The records of a name: addresses, another name, or none. `silent` never responds. */
export type DnsRecords = { addresses?: readonly string[]; alias?: string } | 'silent';

/** A DNS server of a test, over UDP on a free port of 127.0.0.1. */
export class DnsServer {
  /** The names of all queries so far. */
  readonly queried: string[] = [];
  private constructor(
    private readonly socket: Socket,
    private readonly records: (name: string) => DnsRecords | undefined,
  ) {
    socket.on('message', (query, { port, address }) => {
      const response = this.respond(query);
      if (response !== null) socket.send(response, port, address);
    });
  }

  /** An unknown name does not exist. */
  static async start(records: (name: string) => DnsRecords | undefined): Promise<DnsServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new DnsServer(socket, records);
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  close(): void {
    this.socket.close();
  }

  private respond(query: Buffer): Buffer | null {
    const { name, end } = nameAt(query, 12);
    const type = query.readUInt16BE(end);
    this.queried.push(name);
    const found = this.records(name);
    if (found === 'silent') return null;
    const answers: Buffer[] = [];
    if (found?.alias !== undefined) answers.push(record(name, TYPES.CNAME, labels(found.alias)));
    for (const address of found?.addresses ?? []) {
      if ((isIPv6(address) ? TYPES.AAAA : TYPES.A) !== type) continue;
      answers.push(record(found?.alias ?? name, type, bytesOf(address)));
    }
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (found === undefined ? NXDOMAIN : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    return Buffer.concat([header, query.subarray(12, end + 4), ...answers]);
  }
}

function nameAt(message: Buffer, start: number): { name: string; end: number } {
  const parts: string[] = [];
  let at = start;
  while (message[at] !== 0) {
    const length = message[at]!;
    parts.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: parts.join('.').toLowerCase(), end: at + 1 };
}

function labels(name: string): Buffer {
  const parts = name.split('.').map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]));
  return Buffer.concat([...parts, Buffer.from([0])]);
}

function record(name: string, type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt16BE(content.length, 8);
  return Buffer.concat([labels(name), head, content]);
}

/** The bytes of an address; of an IPv6 address in full spelling or with one `::`. */
function bytesOf(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  const [left = '', right] = address.split('::');
  const groups = (text = '') =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [before, after] = [groups(left), groups(right)];
  const all = [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]));
}
