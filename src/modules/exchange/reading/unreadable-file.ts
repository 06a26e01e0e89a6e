import { InvalidInput } from '../../../kernel/app-error';

/** The file is not a readable table; the message names the place. */
export class UnreadableFile extends InvalidInput {
  constructor(message: string) {
    super([{ path: 'file.content', message }]);
  }

  static atLine(line: number, message: string): UnreadableFile {
    return new UnreadableFile(`Line ${line}: ${message}`);
  }
}
