/** Groups or columns of the board changed while rows were written for their previous state. */
export class BoardMoved extends Error {}
