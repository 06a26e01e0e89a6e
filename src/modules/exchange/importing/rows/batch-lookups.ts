import { fileEntries } from '../../../../column-types/cells/file-text';
import { dividedNames } from '../../../../column-types/cells/named-entries';
import { splitList } from '../../../../column-types/cells/list-text';
import type { FileRecord } from '../../../../column-types/column-type';
import type { FileId } from '../../../../kernel/ids';
import type { NamedMember } from '../../../hierarchy';
import type { FileRow } from '../../reading/file-table';
import type { ImportPlan } from '../import-plan';
import { memberFinder } from '../member-names';
import type { ReadingBoard, ReadingContext } from './row-reader';

const PERSON_MAX_CHARACTERS = 254;
/** Texts that are remembered; beyond, they are looked up again. */
const MAX_REMEMBERED = 20_000;

interface Finders {
  /** Texts in lower case. */
  members(texts: readonly string[]): Promise<NamedMember[]>;
  files(ids: readonly FileId[]): Promise<Map<FileId, FileRecord>>;
}

/** The indexes of columns whose cells name members or files. */
interface SoughtColumns {
  members: number[];
  files: number[];
}

/** Finds the members and files that rows name, some rows at a time, each text once. */
export class BatchLookups {
  private readonly members = new Map<string, NamedMember>();
  private readonly askedTexts = new Set<string>();
  private readonly files = new Map<string, FileRecord>();
  private readonly askedFiles = new Set<string>();
  private memberOf = memberFinder([]);
  readonly context: Pick<ReadingContext, 'memberOf' | 'fileOf' | 'caller'>;

  constructor(
    private readonly find: Finders,
    caller: ReadingContext['caller'],
  ) {
    this.context = {
      memberOf: (text) => this.memberOf(text),
      fileOf: (id) => this.files.get(id),
      caller,
    };
  }

  columnsOf({ headers }: ImportPlan, board: ReadingBoard): SoughtColumns {
    const ofType = (type: string) =>
      [...headers.keys()].filter((index) => board.columnOf(index)?.type === type);
    return { members: ofType('people'), files: ofType('file') };
  }

  /** Before the rows are read. */
  async learn(rows: readonly FileRow[], columns: SoughtColumns): Promise<void> {
    await this.learnMembers(newTexts(rows, columns.members));
    await this.learnFiles(newTexts(rows, columns.files));
  }

  private async learnMembers(cells: ReadonlySet<string>): Promise<void> {
    if (this.askedTexts.size > MAX_REMEMBERED) this.askedTexts.clear();
    const texts: string[] = [];
    for (const cell of cells) {
      for (const text of [...splitList(cell), ...dividedNames(cell)]) {
        if (text.length > PERSON_MAX_CHARACTERS || this.askedTexts.has(text)) continue;
        this.askedTexts.add(text);
        texts.push(text);
      }
    }
    if (texts.length === 0) return;
    for (const member of await this.find.members(texts)) this.members.set(member.id, member);
    this.memberOf = memberFinder([...this.members.values()]);
  }

  private async learnFiles(cells: ReadonlySet<string>): Promise<void> {
    if (this.askedFiles.size > MAX_REMEMBERED) {
      this.askedFiles.clear();
      this.files.clear();
    }
    const ids: FileId[] = [];
    for (const cell of cells) {
      for (const { id } of fileEntries(cell)) {
        if (id === null || this.askedFiles.has(id)) continue;
        this.askedFiles.add(id);
        ids.push(id as FileId);
      }
    }
    if (ids.length === 0) return;
    for (const [id, file] of await this.find.files(ids)) this.files.set(id, file);
  }
}

function newTexts(rows: readonly FileRow[], columns: readonly number[]): Set<string> {
  const texts = new Set<string>();
  for (const at of columns) for (const { cells } of rows) if (cells[at] !== '') texts.add(cells[at]!);
  return texts;
}
