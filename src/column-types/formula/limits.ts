/** The maximum length of an expression as users write it. */
export const EXPRESSION_MAX_LENGTH = 4_096;

/**
 * The maximum length of a stored expression. A column reference has at least three characters, and its id in braces has
 * 32, so the stored form of the longest expression is shorter than this.
 */
export const STORED_MAX_LENGTH = 16 * EXPRESSION_MAX_LENGTH;

/** The maximum nesting of parentheses and calls, which bounds the recursion of parser and evaluation. */
export const MAX_DEPTH = 64;

/**
 * Steps of one evaluation: a call, an operator, an entry of a list, a hundred characters of text written or
 * compared. The worst case takes about 20 ms, which is acceptable for a board of many items.
 */
export const MAX_STEPS = 10_000;

/** Characters of a text that one step reads or writes. */
export const CHARACTERS_PER_STEP = 100;

/** Characters of a text that an expression creates: the limit of a text column. */
export const TEXT_MAX_LENGTH = 10_000;

/** The maximum length of a pattern for TEXT: a date or a number with some text around it. */
export const PATTERN_MAX_LENGTH = 100;
