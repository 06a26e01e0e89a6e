// Reads an untrusted image from standard input and writes a small WebP to standard output, after a line with the size of
// the image. Runs in its own process, with the limits of image-reducer.ts. Plain JavaScript, because it is started by its
// path, from the sources in tests and from the build otherwise.
import { setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';

/** The exit codes that image-reducer.ts knows. */
const UNDECODABLE = 65;
const NO_LIBRARY = 69;

const [loader, maxPixels, maxSide] = process.argv.slice(2);

const sharp = await import('sharp').then(
  (module) => module.default,
  () => process.exit(NO_LIBRARY),
);
// Requests of the service go first.
setPriority(10);
sharp.cache(false);
sharp.concurrency(1);
// A file that begins like one format and continues like another reaches no other decoder.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: [loader] });

try {
  const image = sharp(await buffer(process.stdin), {
    limitInputPixels: Number(maxPixels),
    // Warnings are frequent in images that every browser shows; missing data is an error.
    failOn: 'error',
    sequentialRead: true,
  });
  const { autoOrient, format, compression } = await image.metadata();
  // HEIC has the loader of AVIF.
  if (format === 'heif' && compression !== 'av1') process.exit(UNDECODABLE);
  // Metadata is not copied. The colors are converted to sRGB.
  const webp = await image
    .autoOrient()
    .resize({ width: Number(maxSide), height: Number(maxSide), fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 80 })
    .toBuffer();
  process.stdout.write(`${JSON.stringify({ width: autoOrient.width, height: autoOrient.height })}\n`);
  process.stdout.write(webp);
} catch {
  process.exitCode = UNDECODABLE;
}
