/** Normalizes a header for comparison: `Due_Date` is "due date". */
export function plainHeader(header: string): string {
  return header
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, ' ');
}
