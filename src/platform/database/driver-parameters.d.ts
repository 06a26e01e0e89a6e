/** The driver's conversion of parameters, which its types leave out. */
declare module 'pg/lib/utils' {
  const utils: {
    /** The text, or the bytes, of a parameter. */
    prepareValue(value: unknown): string | Buffer | null;
  };
  export default utils;
}
