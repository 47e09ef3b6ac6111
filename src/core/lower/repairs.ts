/**
 * Text of the error result that is sent for a call without a result. A change of this text changes earlier requests, so
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

/** Text that replaces an empty error result for targets that refuse empty error results. */
export const emptyErrorText = 'Error'

/** Text of the user message that is added if the target requires a user message and the history has none. */
export const fillerText = 'Continue.'

/** Key under which a call's arguments are sent if they are not JSON. */
export const invalidJsonKey = 'invalid_json'

/** Key under which a call's arguments are sent if they are JSON but not an object. */
export const argumentsKey = 'value'

/** Key under which a custom tool's text input is sent, if the target supports only objects. */
export const freeformKey = 'input'
