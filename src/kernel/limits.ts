/** Characters in the name of a board, project, workspace or column (specification, "Limits"). */
export const NAME_MAX = 100;
/** Records in one page of a list, without and with `limit` (specification, "Limits"; contract §2). */
export const PAGE_DEFAULT = 50;
export const PAGE_MAX = 200;
