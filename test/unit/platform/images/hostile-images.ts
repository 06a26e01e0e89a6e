import { crc32, deflateSync } from 'node:zlib';

/** A PNG of these chunks, after its header. Its content can be anything. */
function png(header: Buffer, chunks: readonly [name: string, content: Buffer][]): Buffer {
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const all: [string, Buffer][] = [['IHDR', header], ...chunks, ['IEND', Buffer.alloc(0)]];
  return Buffer.concat([
    signature,
    ...all.map(([name, content]) => {
      const body = Buffer.concat([Buffer.from(name), content]);
      const frame = Buffer.alloc(8);
      frame.writeUInt32BE(content.length, 0);
      frame.writeUInt32BE(crc32(body), 4);
      return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
    }),
  ]);
}

/** Eight-bit gray unless the other bytes of the header are given. */
function pngHeader(width: number, height: number, [depth, color, isInterlaced] = [8, 0, 0]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth!, color!, 0, 0, isInterlaced!], 8);
  return header;
}

const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes));

/** 2.5 gigapixels in some 60 kilobytes. */
export const pixelBomb = () => png(pngHeader(50_000, 50_000), [['IDAT', zeros(50_000_000)]]);

/** Within the limit of pixels; its decoder needs more memory than its process can have. */
export const memoryBomb = () =>
  png(pngHeader(7_000, 7_000, [16, 6, 1]), [['IDAT', zeros(7_000 * 7_000 * 8 + 14_000)]]);

/** Inflates to far more than its pixels need. */
export const deflateBomb = () => png(pngHeader(10, 10), [['IDAT', zeros(100_000_000)]]);

/** A profile that inflates to a hundred megabytes. */
export const profileBomb = () => {
  const profile = Buffer.concat([Buffer.from('huge\0\0'), zeros(100_000_000)]);
  return png(pngHeader(10, 10), [
    ['iCCP', profile],
    ['IDAT', zeros(110)],
  ]);
};

/** A GIF of one pixel that is also a script. */
export const SCRIPT_GIF = Buffer.concat([
  Buffer.from('GIF89a'),
  Buffer.from('01000100800000000000ffffff', 'hex'),
  Buffer.from('2c00000000010001000002024401003b', 'hex'),
  Buffer.from('*/=1;alert(document.cookie)//<script>alert(1)</script>'),
]);

/** A GIF that claims the largest size that its header can name. */
export const HUGE_GIF = Buffer.concat([
  Buffer.from('GIF89a'),
  Buffer.from('ffffffff800000000000ffffff', 'hex'),
  Buffer.from('2c00000000ffffffff0002024401003b', 'hex'),
]);

export const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="/etc/passwd"/></svg>',
);
