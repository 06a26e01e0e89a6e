import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { DownloadUrls } from '../../../access/download-urls';
import type { CallContext } from '../../../access/principal';
import { type BoardFacts, HierarchyService } from '../../hierarchy';
import { BoardItemsReadModel } from '../../items';
import type { BoardsExportInput, BoardsExportOutput } from './exports.schemas';
import { BoardRows, headerOf } from './board-rows';
import { csvText } from './csv-text';
import { CONTENT_TYPES, exportFileName, type ExportFormat } from './export-file-name';
import { jsonText } from './json-text';
import { xlsxStream } from './xlsx-stream';

export interface ExportedFile {
  fileName: string;
  contentType: string;
  content: Readable;
}

/** Exports boards as files. Rows are read as they are sent, so that a board of any size takes the same memory. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly hierarchy: HierarchyService,
    private readonly items: BoardItemsReadModel,
    private readonly urls: DownloadUrls,
  ) {}

  /** The URL of the file, for callers who can see the board: requires the same credential as this call. */
  async publish(context: CallContext, { id, format }: BoardsExportInput): Promise<BoardsExportOutput> {
    const { facts: board } = await this.hierarchy.board(context, id);
    const { href: url } = await this.urls.of(context, `/api/boards/${board.id}/export?format=${format}`);
    return { url, fileName: exportFileName(board.name, format), contentType: CONTENT_TYPES[format] };
  }

  async open(context: CallContext, { id, format }: BoardsExportInput): Promise<ExportedFile> {
    const { facts: board } = await this.hierarchy.board(context, id);
    const content = this.content(context, board, format);
    return { fileName: exportFileName(board.name, format), contentType: CONTENT_TYPES[format], content };
  }

  private content(context: CallContext, board: BoardFacts, format: ExportFormat): Readable {
    const groupIds = board.groups.map((group) => group.id);
    const items = this.items.inBoardOrder(context, board.id, groupIds);
    if (format === 'json') return Readable.from(jsonText(board, items), { objectMode: false });
    const rows = new BoardRows(board, this.hierarchy).of(context, items);
    if (format === 'xlsx') return xlsxStream(headerOf(board), rows);
    return Readable.from(csvText(headerOf(board), rows), { objectMode: false });
  }
}
