import type { ColumnConfig, ColumnTypeName, StoredValue } from '../../../../column-types/column-type';
import type { ArchivedRecord } from '../../reading/verify-archive';
import type { ArchivedTable } from '../../writing/archived-tables';

/** A column of the archive: what its cells, and the records that name it, depend on. */
export interface ArchivedColumn {
  name: string;
  boardId: string;
  type: ColumnTypeName;
  config: ColumnConfig;
  defaultValue: StoredValue | null;
}

/** The column of a record that says where it is. */
const PARENTS = {
  projects: 'workspace_id',
  boards: 'project_id',
  groups: 'board_id',
  forms: 'board_id',
  automations: 'board_id',
} as const satisfies Partial<Record<ArchivedTable, string>>;

/**
 * Where the records of an archive are of which an organization has few, and who its users are: about 150 bytes for each project, board, group, form and
 * automation, and 1 kB for each column. A record that is not here was deleted before the export.
 */
export class ArchivedPlaces {
  readonly columns = new Map<string, ArchivedColumn>();
  readonly members = new Set<string>();
  /** Users who have left. */
  readonly formerMembers = new Set<string>();
  private readonly parents = new Map<string, string>();

  /** Before the records that name this one. */
  learn(table: ArchivedTable, record: ArchivedRecord): void {
    if (table === 'members') this.members.add(String(record.user_id));
    else if (table === 'former_members') this.formerMembers.add(String(record.user_id));
    if (!(table in PARENTS)) return;
    this.parents.set(String(record.id), String(record[PARENTS[table as keyof typeof PARENTS]]));
  }

  /** Of a board its project, of a project its workspace, of others their board. */
  parentOf(id: string): string | undefined {
    return this.parents.get(id);
  }

  /** The board of a column, group, form or automation; that of a board is itself. */
  boardOf(id: string): string | undefined {
    return this.columns.get(id)?.boardId ?? (id.startsWith('brd_') ? id : this.parents.get(id));
  }
}
