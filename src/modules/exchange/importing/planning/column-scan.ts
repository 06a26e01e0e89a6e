import { type FileColumn, type GuessContext, TypeGuess } from '../../../../column-types/cells/guess-type';

/** Texts of a column that are kept. */
const MAX_TEXTS = 5_000;
/** Bounds the texts of 200 columns to some hundred megabytes. */
const MAX_CHARACTERS = 500_000;

/** The statistics of one column of a file that is read without keeping its rows. */
export class ColumnScan {
  private texts = new Set<string>();
  private characters = 0;
  private filled = 0;
  private guess: TypeGuess | null = null;

  get isFilled(): boolean {
    return this.filled > 0;
  }

  get isFull(): boolean {
    return this.texts.size >= MAX_TEXTS || this.characters >= MAX_CHARACTERS;
  }

  /** The distinct texts since the last `forget`. */
  get kept(): ReadonlySet<string> {
    return this.texts;
  }

  add(cell: string): void {
    const text = cell.trim();
    if (text === '') return;
    this.filled += 1;
    if (this.texts.has(text)) return;
    // A part of a text keeps the whole chunk of the file in memory.
    this.texts.add(Buffer.from(text).toString());
    this.characters += text.length;
  }

  /** Forgets the texts, after the guess has seen them. */
  forget(header: string, context: GuessContext): void {
    this.guess ??= new TypeGuess(header);
    this.guess.add(this.texts, context);
    this.texts = new Set();
    this.characters = 0;
  }

  /** After `forget`, if that was ever called. */
  column(header: string): FileColumn {
    const { texts, filled, guess } = this;
    return { header, texts, filled, ...(guess === null ? {} : { guess }) };
  }

  get isForgetful(): boolean {
    return this.guess !== null;
  }
}
