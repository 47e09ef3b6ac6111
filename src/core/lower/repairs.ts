/**
 * Text of the error result that is sent for a call without a result. Changing a repair's text changes old requests, so
 * it is a breaking change.
 *
 * @example
 * import { noResultText } from 'ctxc/compile'
 *
 * console.log(noResultText) // Error: no result was recorded for this call.
 */
export const noResultText = 'Error: no result was recorded for this call.'

/**
 * Text of the result that is sent, without an error flag, for a call that has `pending: true` and no result yet.
 *
 * @example
 * import { pendingText } from 'ctxc/compile'
 *
 * console.log(pendingText) // Pending: this call has no result yet. The result will follow.
 */
export const pendingText = 'Pending: this call has no result yet. The result will follow.'

/** Text of an error result without text, for targets that refuse an empty one. */
export const emptyErrorText = 'Error'

/** Text of the user message that is added if a target requires one and there is none. */
export const fillerText = 'Continue.'

/** Key of arguments that are not JSON. */
export const invalidJsonKey = 'invalid_json'

/** Key of arguments that are JSON but not an object. */
export const argumentsKey = 'value'

/** Key of the text for a tool that takes plain text, if the target supports only objects. */
export const freeformKey = 'input'
