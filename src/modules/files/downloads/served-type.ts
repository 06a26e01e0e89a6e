/**
 * Types that a browser shows without running anything in them. Every other file is sent as bytes: HTML, SVG and XML can
 * contain scripts.
 */
const PASSIVE = new Set([
  'application/json',
  'application/pdf',
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/csv',
  'text/plain',
]);

const BYTES = 'application/octet-stream';

/** The Content-Type of a download. */
export function servedType(type: string): string {
  if (/^(audio|video)\/[\w.+-]+$/.test(type)) return type;
  if (!PASSIVE.has(type)) return BYTES;
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}
