/** Error of a decision on a call that does not wait for one, or that must be looked at again. */
export class DecisionError extends Error {
  override readonly name = 'DecisionError'
}
