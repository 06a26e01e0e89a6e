/** The image is damaged, too large or not of its type; another attempt would fail in the same way. */
export class UndecodableImage extends Error {
  constructor(reason: string) {
    super(`The image cannot be decoded: ${reason}`);
    this.name = new.target.name;
  }
}
