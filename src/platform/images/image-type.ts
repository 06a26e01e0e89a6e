/**
 * The types that are decoded, and the only loader of libvips that reads each. None of them refers to other files, as SVG
 * does, or contains several documents, as PDF and HEIF do.
 */
const LOADERS: Readonly<Record<string, string>> = {
  'image/avif': 'VipsForeignLoadHeifBuffer',
  'image/gif': 'VipsForeignLoadNsgifBuffer',
  'image/jpeg': 'VipsForeignLoadJpegBuffer',
  'image/png': 'VipsForeignLoadPngBuffer',
  'image/webp': 'VipsForeignLoadWebpBuffer',
};

/** The loader of a media type; undefined for all other types. */
export function imageLoader(type: string): string | undefined {
  return Object.hasOwn(LOADERS, type) ? LOADERS[type] : undefined;
}
