import type { Writable } from 'node:stream';
// Its types do not name the receiver, which reads frames for clients and servers.
import * as library from 'ws';
import { expect, it } from 'vitest';
import { textFrame } from '../../../../src/http/sockets/text-frame';

const { Receiver } = library as unknown as { Receiver: new (options: { isServer: boolean }) => Writable };

it.each([0, 1, 125, 126, 65_535, 65_536, 200_000])(
  'a frame of %i bytes is read as the text by the library of clients',
  async (bytes) => {
    const text = bytes < 4 ? 'x'.repeat(bytes) : `é𝄞${'x'.repeat(bytes - 6)}`.slice(0, bytes - 3);
    const receiver = new Receiver({ isServer: false });
    const received = new Promise<string>((resolve) =>
      receiver.once('message', (data: Buffer, isBinary: boolean) =>
        resolve(isBinary ? 'binary' : data.toString()),
      ),
    );
    receiver.write(textFrame(text));
    expect(await received).toBe(text);
  },
);
