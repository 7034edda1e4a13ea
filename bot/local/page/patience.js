// Time limits for everything the page waits for, and the messages when they have passed.

/** Time limit for the answer of the server. */
export const PATIENCE_MS = 10_000;
/** Time limit for the bot's work and for pictures. */
export const LONG_PATIENCE_MS = 20_000;
export const NO_ANSWER = "No answer yet. The order may still arrive; then the map shows it.";

/**
 * Error if no answer arrives in time. `late` resolves to a late answer, or rejects with the reason why there is none.
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
 * Return the words of an error for the person.
 *
 * @param {unknown} error
 */
export function reason(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Wait for a promise. After some milliseconds, rejects with `Unanswered`, which keeps the promise.
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
