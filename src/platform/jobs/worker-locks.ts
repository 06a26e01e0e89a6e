/** First key of the advisory locks that stand for live workers. Any fixed number: all processes agree on it. */
export const WORKER_LOCKS = 7_266_384;
