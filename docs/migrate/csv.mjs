/** The rows of a CSV file with commas, as lists of cells (RFC 4180). */
export function readCsv(text) {
  const rows = [];
  let row = [];
  let cell = '';
  let isQuoted = false;
  const end = () => {
    row.push(cell);
    cell = '';
  };
  const given = text.replace(/^\uFEFF/, '');
  for (let at = 0; at < given.length; at += 1) {
    const character = given[at];
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (given[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === ',') end();
    else if (character === '\n') {
      end();
      rows.push(row);
      row = [];
    } else if (character !== '\r') cell += character;
  }
  if (cell !== '' || row.length > 0) {
    end();
    rows.push(row);
  }
  return rows;
}

export function writeCsv(rows) {
  const quoted = (cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => `${row.map(quoted).join(',')}\n`).join('');
}

/** Records of a file with one header, by its column names. */
export function recordsOf([header, ...rows]) {
  return rows
    .filter((row) => row.some((cell) => cell.trim() !== ''))
    .map((row) => Object.fromEntries(header.map((name, at) => [name, (row[at] ?? '').trim()])));
}

/** A table of records, without columns that are empty everywhere. */
export function tableOf(records) {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const filled = names.filter((name) => records.some((record) => (record[name] ?? '') !== ''));
  return [filled, ...records.map((record) => filled.map((name) => record[name] ?? ''))];
}
