import { InvalidInput } from '../../../kernel/app-error';

/** The file is not a readable table; the message names the place. */
export class UnreadableFile extends InvalidInput {
  constructor(message: string) {
    super([{ path: 'file.content', message }]);
  }

  static atLine(line: number, message: string): UnreadableFile {
    return new this(`Line ${line}: ${message}`);
  }
}

/** The file is above the limits of the way in which it is read. */
export class FileTooLarge extends UnreadableFile {}

/** The caller names a row that is empty or behind the end. */
export class NoHeaderRow extends InvalidInput {
  constructor(row: number) {
    super([{ path: 'headerRow', message: `Row ${row} of the file is empty; name the row with the headers` }]);
  }
}
