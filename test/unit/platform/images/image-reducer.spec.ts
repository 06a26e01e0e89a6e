import { readFileSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { ImageReducer, type ReducedImage } from '../../../../src/platform/images/image-reducer';
import { UndecodableImage } from '../../../../src/platform/images/undecodable-image';
import { deflateBomb, HUGE_GIF, memoryBomb, pixelBomb, profileBomb, SCRIPT_GIF, SVG } from './hostile-images';

const RED = { r: 255, g: 0, b: 0 };
const BLUE = { r: 0, g: 0, b: 255 };
const never = new AbortController().signal;

const reducer = new ImageReducer();
const reduce = (image: Buffer, type: string): Promise<ReducedImage> =>
  reducer.reduce(async () => Readable.from([image]), type, never);

const plain = (width: number, height: number, background: sharp.Color = RED) =>
  sharp({ create: { width, height, channels: 4, background } }).removeAlpha();
/** The left half is red, the right half is blue. */
const halves = (width: number, height: number) =>
  plain(width, height, BLUE).composite([
    { input: { create: { width: width / 2, height, channels: 3, background: RED } }, left: 0, top: 0 },
  ]);

async function pixelOf(image: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = sharp(image).extract({ left, top, width: 1, height: 1 });
  return [...(await pixel.raw().toBuffer())];
}

/** Within the losses of compression. */
function expectColor(color: readonly number[], expected: readonly number[], tolerance = 6): void {
  expect(color).toHaveLength(expected.length);
  for (const [at, value] of color.entries())
    expect(Math.abs(value - expected[at]!), `${color.join()} is not ${expected.join()}`).toBeLessThanOrEqual(
      tolerance,
    );
}

describe('ImageReducer', () => {
  it.each([
    ['image/jpeg', () => plain(2000, 1000).jpeg()],
    ['image/png', () => plain(2000, 1000).png()],
    ['image/webp', () => plain(2000, 1000).webp()],
    ['image/gif', () => plain(2000, 1000).gif()],
    ['image/avif', () => plain(2000, 1000).avif({ effort: 0 })],
  ])('makes a WebP of at most 640 pixels from %s', async (type, image) => {
    const { webp, width, height } = await reduce(await image().toBuffer(), type);
    expect([width, height]).toEqual([2000, 1000]);
    expect(await sharp(webp).metadata()).toMatchObject({
      format: 'webp',
      width: 640,
      height: 320,
      space: 'srgb',
    });
    expectColor(await pixelOf(webp, 300, 100), [255, 0, 0]);
  });

  it.each([
    [8, 5, 8, 5],
    [640, 640, 640, 640],
    [641, 10, 640, 10],
    [30_000, 1, 640, 1],
    [1, 30_000, 1, 640],
  ])('reduces %i × %i to %i × %i, and enlarges nothing', async (width, height, newWidth, newHeight) => {
    const { webp } = await reduce(await plain(width, height).png().toBuffer(), 'image/png');
    expect(await sharp(webp).metadata()).toMatchObject({ width: newWidth, height: newHeight });
  });

  it('applies the orientation, and removes all metadata', async () => {
    const exif = { IFD0: { Copyright: 'Mia' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1' } };
    const image = await halves(100, 50).jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer();
    expect((await sharp(image).metadata()).orientation).toBe(6);
    const { webp, width, height } = await reduce(image, 'image/jpeg');
    expect([width, height]).toEqual([50, 100]);
    // Turned by 90 degrees, so that what was on the left is on top.
    expectColor(await pixelOf(webp, 25, 20), [255, 0, 0]);
    expectColor(await pixelOf(webp, 25, 80), [0, 0, 255]);
    const { exif: kept, icc, xmp, iptc, orientation } = await sharp(webp).metadata();
    expect([kept, icc, xmp, iptc, orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(webp.includes('Mia')).toBe(false);
  });

  it('keeps transparency', async () => {
    const create = { width: 20, height: 20, channels: 4, background: { ...RED, alpha: 0 } } as const;
    const { webp } = await reduce(await sharp({ create }).png().toBuffer(), 'image/png');
    expect((await pixelOf(webp, 10, 10))[3]).toBe(0);
  });

  it('takes the first frame of an animation', async () => {
    const frames = await Promise.all([RED, BLUE].map((color) => plain(20, 20, color).png().toBuffer()));
    const animation = sharp(frames, { join: { animated: true } });
    for (const [type, image] of [
      ['image/gif', await animation.clone().gif().toBuffer()],
      ['image/webp', await animation.clone().webp().toBuffer()],
    ] as const) {
      expect((await sharp(image).metadata()).pages).toBe(2);
      const { webp, height } = await reduce(image, type);
      expect([height, (await sharp(webp).metadata()).pages]).toEqual([20, undefined]);
      expectColor(await pixelOf(webp, 10, 10), [255, 0, 0]);
    }
  });

  it.each([
    ['16 bits per color', () => plain(20, 20).toColourspace('rgb16').png(), 'image/png', 6],
    ['CMYK', () => plain(20, 20).toColourspace('cmyk').jpeg(), 'image/jpeg', 40],
    ['Display P3', () => plain(20, 20).withIccProfile('p3').png(), 'image/png', 6],
    ['gray', () => plain(20, 20, { r: 255, g: 255, b: 255 }).toColourspace('b-w').png(), 'image/png', 255],
  ])('converts %s to sRGB', async (_, image, type, tolerance) => {
    const { webp } = await reduce(await image().toBuffer(), type);
    expect(await sharp(webp).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar', channels: 3 });
    expectColor(await pixelOf(webp, 10, 10), [255, 0, 0], tolerance);
  });

  describe('rejects', () => {
    const whole = () =>
      plain(400, 400)
        .composite([{ input: Buffer.from(SVG_NOISE), tile: true }])
        .jpeg()
        .toBuffer();
    const SVG_NOISE = '<svg width="7" height="7"><circle cx="3" cy="3" r="2" fill="blue"/></svg>';

    it.each([
      ['a pixel bomb', pixelBomb, 'image/png'],
      ['an image whose decoder needs too much memory', memoryBomb, 'image/png'],
      ['a GIF of 65,535 × 65,535 pixels', () => HUGE_GIF, 'image/gif'],
      ['a truncated JPEG', async () => (await whole()).subarray(0, 2_000), 'image/jpeg'],
      ['a truncated PNG', async () => (await plain(400, 400).png().toBuffer()).subarray(0, 200), 'image/png'],
      [
        'noise after a signature',
        () => Buffer.concat([Buffer.from('RIFF....WEBPVP8 '), Buffer.alloc(999, 7)]),
        'image/webp',
      ],
      ['an empty file', () => Buffer.alloc(0), 'image/png'],
      ['an image of another type', whole, 'image/png'],
      ['SVG as a PNG', () => SVG, 'image/png'],
      ['SVG', () => SVG, 'image/svg+xml'],
      ['PDF', () => Buffer.from('%PDF-1.4'), 'application/pdf'],
    ])('%s', async (_, image, type) => {
      await expect(reduce(await image(), type)).rejects.toBeInstanceOf(UndecodableImage);
    });
  });

  it.each([
    ['data that inflates to far more than the pixels', deflateBomb],
    ['a huge color profile', profileBomb],
  ])('ignores %s', async (_, image) => {
    const { webp } = await reduce(image(), 'image/png');
    expect(await sharp(webp).metadata()).toMatchObject({ width: 10, height: 10 });
    expect(webp.length).toBeLessThan(1000);
  });

  it('leaves out what a GIF contains beside its pixels', async () => {
    const { webp } = await reduce(SCRIPT_GIF, 'image/gif');
    expect(await sharp(webp).metadata()).toMatchObject({ width: 1, height: 1 });
    expect(webp.includes('alert')).toBe(false);
  });

  it('reports a failure of the storage as it is', async () => {
    const failure = new Error('the disk is on fire');
    const content = new Readable({ read: () => undefined });
    const reduced = reducer.reduce(async () => content, 'image/png', never);
    content.push(Buffer.alloc(100));
    content.destroy(failure);
    await expect(reduced).rejects.toBe(failure);
  });

  it('reports a process that was killed from outside as a failure that can be temporary', async () => {
    const children = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
    const others = children();
    const content = new PassThrough();
    const reduced = reducer.reduce(async () => content, 'image/png', never);
    await vi.waitFor(() =>
      expect(children().filter((pid) => pid !== '' && !others.includes(pid))).toHaveLength(1),
    );
    const child = children().find((pid) => pid !== '' && !others.includes(pid));
    process.kill(Number(child), 'SIGKILL');
    await expect(reduced).rejects.toThrow('The decoder ended with SIGKILL');
    await expect(reduced).rejects.not.toBeInstanceOf(UndecodableImage);
  });

  it('decodes one image at a time, and stops when its job is aborted', async () => {
    const stop = new AbortController();
    const endless = new PassThrough();
    const first = reducer.reduce(async () => endless, 'image/png', stop.signal);
    let isOpen = false;
    const image = await plain(20, 20).png().toBuffer();
    const open = async () => {
      isOpen = true;
      return Readable.from([image]);
    };
    const second = reducer.reduce(open, 'image/png', never);
    endless.write(Buffer.alloc(100));
    await vi.waitFor(() => expect(endless.readableLength).toBe(0));
    expect(isOpen).toBe(false);
    stop.abort(new Error('stopping'));
    await expect(first).rejects.toThrow('stopping');
    expect((await second).width).toBe(20);
  });
});
