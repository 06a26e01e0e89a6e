import type { Evaluation } from '../evaluation';

/** Joins texts; their length is charged before the result is built. */
export function joinTexts(texts: readonly string[], run: Evaluation): string {
  run.spendOnWriting(texts.reduce((sum, text) => sum + text.length, 0));
  return texts.join('');
}
