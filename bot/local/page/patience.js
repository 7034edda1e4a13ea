// Time limits of everything the page waits for, and what it says when they have passed.

/** How long a request waits for its answer. */
export const PATIENCE_MS = 10_000;
/** How long one waits for what the bot is working on, and for pictures. */
export const LONG_PATIENCE_MS = 20_000;
export const NO_ANSWER = "No answer yet. The order may still arrive; then the map shows it.";

/**
 * No answer has come in time. `late` resolves to the answer if it comes after all, or rejects with why there is none.
 *
 * @template Late
 */
export class Unanswered extends Error {
  /**
   * @param {string} message
   * @param {Promise<Late>} late
   */
  constructor(message, late) {
    super(message);
    this.late = late;
    late.catch(() => {});
  }
}

/**
 * The words of an error for the person.
 *
 * @param {unknown} error
 */
export function reason(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Wait for a promise no longer than some milliseconds: then reject with `Unanswered`, which still has the promise.
 *
 * @template Result
 * @param {Promise<Result>} promise
 * @param {number} ms
 * @param {() => string} words
 * @returns {Promise<Result>}
 */
export function within(promise, ms, words) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Unanswered(words(), promise)), ms);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
