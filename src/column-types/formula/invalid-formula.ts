/** An expression that cannot be saved: the reason and its position. */
export class InvalidFormula extends Error {
  constructor(
    /** Zero-based offset in the expression, in UTF-16 units. */
    readonly position: number,
    reason: string,
  ) {
    super(reason);
    this.name = new.target.name;
  }
}
