/** How a board can be shown (specification, "Board"). */
export const BOARD_VIEWS = ['board', 'table', 'timeline', 'calendar', 'visual'] as const;
export type BoardView = (typeof BOARD_VIEWS)[number];

/** The default view of a new board: it shows every column. */
export const DEFAULT_BOARD_VIEW: BoardView = 'table';
