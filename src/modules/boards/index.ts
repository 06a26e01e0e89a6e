export { BoardCopies } from './board-copies';
export { BoardExtensions } from './board-extensions.service';
export { BoardPurge } from './board-purge';
export { BOARD_VIEWS, type BoardView } from './board-view';
export { BoardsModule } from './boards.module';
export { BoardsReadModel } from './boards.read-model';
export { BoardsService } from './boards.service';
export { presentBoardText } from './boards.presenter';
export { GROUPS_MAX } from './boards.schemas';
