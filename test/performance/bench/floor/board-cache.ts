import type { Database } from './database';
import { COLUMNS_BESIDE, COLUMNS_OF_BOARD, type Statement } from './statements';
import { type StoredColumn, WireValues } from './wire-values';

/** Column configs are read at a board's first use and kept; the floor has no procedure that changes them. */
export class BoardCache {
  private readonly byBoard = new Map<string, WireValues>();
  private readonly byColumn = new Map<string, WireValues>();

  constructor(private readonly database: Database) {}

  async ofBoard(boardId: string): Promise<WireValues> {
    return this.byBoard.get(boardId) ?? (await this.load(COLUMNS_OF_BOARD, boardId));
  }

  async ofColumn(columnId: string): Promise<WireValues> {
    return this.byColumn.get(columnId) ?? (await this.load(COLUMNS_BESIDE, columnId));
  }

  private async load(statement: Statement, id: string): Promise<WireValues> {
    const rows = await this.database.rows(statement, [id]);
    if (rows.length === 0) throw new Error(`Nothing has the id ${id}`);
    const columns = rows.map((row) => ({
      id: row[1]!,
      type: row[2]!,
      config: JSON.parse(row[3]!) as StoredColumn['config'],
    }));
    const loaded = new WireValues(columns);
    this.byBoard.set(rows[0]![0]!, loaded);
    for (const column of columns) this.byColumn.set(column.id, loaded);
    return loaded;
  }
}
