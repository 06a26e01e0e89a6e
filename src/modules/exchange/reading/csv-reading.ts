import type { TextEncoding } from './decode-text';
import type { Delimiter } from './guess-delimiter';
import type { Layout } from './layout';

/** How a text file is to be read; given or detected. */
export interface CsvReading {
  hasHeader: boolean;
  delimiter: Delimiter;
  encoding: TextEncoding;
  /** Whether the first line only names the delimiter. */
  isNamed: boolean;
  /** The line of the header, from 1; the first that is not empty if absent. */
  headerRow?: number | undefined;
  /** A table if absent, as in jobs of earlier releases. */
  layout?: Layout | undefined;
}
