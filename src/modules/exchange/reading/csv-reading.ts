import type { TextEncoding } from './decode-text';
import type { Delimiter } from './guess-delimiter';

/** How a text file is to be read; given or detected. */
export interface CsvReading {
  hasHeader: boolean;
  delimiter: Delimiter;
  encoding: TextEncoding;
  /** Whether the first line only names the delimiter. */
  isNamed: boolean;
}
