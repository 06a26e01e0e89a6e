import type { Procedures } from './procedures.js';
import { Transport, type TransportOptions } from './transport.js';

export type TrestleClientOptions = TransportOptions;

/** Every procedure of the API under its name, such as `client.items.list.query({ boardId })`. */
export type TrestleClient = Procedures;

const transports = new WeakMap<object, Transport>();

/**
 * Creates a client. Mutations carry an idempotency key; calls that got no response, and responses 429, 502, 503 and 504, are
 * repeated up to four times, after the time that the service asks for.
 */
export function createTrestleClient(options: TrestleClientOptions): TrestleClient {
  const transport = new Transport(options);
  const client = named(transport, []);
  transports.set(client, transport);
  return client as unknown as TrestleClient;
}

/** The transport of a client of this package. */
export function transportOf(client: TrestleClient): Transport {
  const transport = transports.get(client);
  if (transport === undefined) throw new TypeError('Not a client of createTrestleClient');
  return transport;
}

/** Collects the names of a call, the last of which is `query` or `mutate`. */
function named(transport: Transport, names: readonly string[]): object {
  return new Proxy(() => undefined, {
    get: (_target, name) =>
      // Not a promise, although it has any name.
      typeof name === 'symbol' || name === 'then' ? undefined : named(transport, [...names, name]),
    apply: (_target, _this, [input, options]: [unknown, object | undefined]) => {
      const procedure = names.slice(0, -1).join('.');
      switch (names.at(-1)) {
        case 'query':
          return transport.query(procedure, input, options);
        case 'mutate':
          return transport.mutate(procedure, input, options);
        default:
          throw new TypeError(`Call ${names.join('.')}.query() or .mutate()`);
      }
    },
  });
}
