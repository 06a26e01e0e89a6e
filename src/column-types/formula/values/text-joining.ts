import type { Evaluation } from '../evaluation';

/** One text of several; measured before it is built. */
export function joinTexts(texts: readonly string[], run: Evaluation): string {
  run.spendOnWriting(texts.reduce((sum, text) => sum + text.length, 0));
  return texts.join('');
}
