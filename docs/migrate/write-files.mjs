import { writeFileSync } from 'node:fs';
import { tableOf, writeCsv } from './csv.mjs';

/** Writes `items.csv` for boards.import, and `subitems.csv` for subitems.mjs, to the current directory. */
export function writeFiles(items, subitems) {
  writeFileSync('items.csv', writeCsv(tableOf(items)));
  writeFileSync('subitems.csv', writeCsv(subitems.length === 0 ? [['Parent', 'Name']] : tableOf(subitems)));
  process.stdout.write(`${items.length} items, ${subitems.length} sub-items\n`);
}
