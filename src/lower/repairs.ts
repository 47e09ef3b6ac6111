/**
 * Text of the error result that is sent for a call without a result. Changing a repair's text changes old requests, so it
 * is a breaking change.
 *
 * @example
 * import { noResultText } from 'ctxc'
 *
 * console.log(noResultText) // Error: no result was recorded for this call.
 */
export const noResultText = 'Error: no result was recorded for this call.'

/**
 * Text of the result that is sent, without an error flag, for a call that has `pending: true` and no result yet.
 *
 * @example
 * import { pendingText } from 'ctxc'
 *
 * console.log(pendingText) // Pending: this call has no result yet. The result will follow.
 */
export const pendingText = 'Pending: this call has no result yet. The result will follow.'

/** Text of an error result that has no text, where a target refuses an empty one. */
export const emptyErrorText = 'Error'

/** Text of the user message that is added where a target wants a user to speak and none did. */
export const fillerText = 'Continue.'

/** The key that holds arguments which are not JSON. */
export const invalidJsonKey = 'invalid_json'

/** The key that holds arguments which are JSON but no object. */
export const argumentsKey = 'value'

/** The key that holds the plain words of a tool that takes text, where the target knows only objects. */
export const freeformKey = 'input'
