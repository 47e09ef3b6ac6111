/** Error of a decision on a call that does not wait for one, or that a person must review again. */
export class DecisionError extends Error {
  override readonly name = 'DecisionError'
}
