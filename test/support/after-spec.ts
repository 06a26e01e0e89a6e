/** What is checked after each spec. Kept apart from the checks, so that a spec loads no more than it uses. */
export const checksAfterSpec: (() => Promise<void>)[] = [];
