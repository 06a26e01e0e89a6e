import type { BoardHandles } from '../subject';
import type { RoundOrder, RoundResult } from './closed-loop';

/** From the run to the driver's process. Handles are sent once per board: 100,000 ids are 3 MB. */
export type ToDriver =
  | { readonly kind: 'board'; readonly subject: string; readonly handles: BoardHandles }
  | {
      readonly kind: 'round';
      readonly subject: string;
      readonly operation: string;
      readonly order: RoundOrder;
    };

/** From the driver's process; one response per message. */
export type FromDriver =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly result: RoundResult | null }
  | { readonly kind: 'failed'; readonly reason: string };
