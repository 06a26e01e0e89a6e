import { imageLoader } from '../../../platform/images/image-type';

/** The image is in the memory of the process that decodes it. */
const MAX_SOURCE_BYTES = 64 * 2 ** 20;

/** Whether a thumbnail is made of such a file. */
export function hasThumbnail({ type, sizeBytes }: { type: string; sizeBytes: number }): boolean {
  return imageLoader(type) !== undefined && sizeBytes <= MAX_SOURCE_BYTES;
}
