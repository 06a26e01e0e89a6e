/** Keys of one order. */
export const SORTS_MAX = 3;
/** The ids of items.order. */
export const ORDERED_MAX = 100_000;
/** As many as a board can have. */
export const GROUPS_LISTED_MAX = 1_000;
/** Sub-items of one item in a list; items.list with parentId pages through all. */
export const SUB_ITEMS_LISTED_MAX = 500;
