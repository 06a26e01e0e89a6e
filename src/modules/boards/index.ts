export { BoardCopies } from './board-copies';
export { BoardPurge } from './board-purge';
export { BOARD_VIEWS, type BoardView, DEFAULT_BOARD_VIEW } from './board-view';
export { BoardsModule } from './boards.module';
export { BoardsReadModel } from './boards.read-model';
export { BoardsService } from './boards.service';
