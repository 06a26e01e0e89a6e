/** Groups or columns of the board have changed while rows were written for what they were before. */
export class BoardMoved extends Error {}
