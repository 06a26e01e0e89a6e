/** The sort keys of a new item's values, as create_item takes them. */
export class SortKeys {
  private readonly numberColumns: string[] = [];
  private readonly numbers: number[] = [];
  private readonly textColumns: string[] = [];
  private readonly texts: string[] = [];

  add(columnId: string, key: number | string | null): void {
    if (key === null) return;
    if (typeof key === 'number') {
      this.numberColumns.push(columnId);
      this.numbers.push(key);
    } else {
      this.textColumns.push(columnId);
      this.texts.push(key);
    }
  }

  get parameters(): unknown[] {
    return [this.numberColumns, this.numbers, this.textColumns, this.texts];
  }
}
