import { plainHeader } from '../../reading/plain-header';

/** The column that a header names, exactly or in plain form; -1 if there is none. */
export function columnNamed(headers: readonly string[], header: string): number {
  const exact = headers.indexOf(header);
  return exact === -1 ? headers.findIndex((each) => plainHeader(each) === plainHeader(header)) : exact;
}
