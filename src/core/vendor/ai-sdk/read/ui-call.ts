import { givenField, objectOr, type Raw, stringOr } from '../../../from/read.ts'
import { isObject, type JsonObject } from '../../../ir/json.ts'

const isSaid = (value: unknown): boolean => value !== undefined && value !== null

/** Returns the name of a part's tool: from the part's type, or from `toolName` for a dynamic tool. */
const uiToolName = ({ type, toolName }: Raw): string =>
  type === 'dynamic-tool' ? stringOr(toolName) : stringOr(type).slice('tool-'.length)

/** Returns the metadata of a chat part as provider options of a model message's part. */
export const metadataAsOptions = (metadata: unknown): object =>
  isObject(metadata) ? { providerOptions: metadata } : {}

/** Parts that are made from a chat's call: in the model's answer, and in the tool message after the answer. */
interface CallParts {
  readonly asked: readonly Raw[]
  readonly answered: readonly Raw[]
}

/** Converts a call in any state to parts, as `convertToModelMessages` does. */
export function uiCallParts(part: Raw): CallParts {
  const { state, toolCallId, providerExecuted, approval: given_ } = part
  if (state === 'input-streaming') return { asked: [], answered: [] }
  const isOwn = providerExecuted === true
  const failed = state === 'output-error'
  const call = {
    type: 'tool-call',
    toolCallId,
    toolName: uiToolName(part),
    input: isSaid(part.input) ? part.input : part.rawInput,
    ...(isOwn && { providerExecuted }),
    ...metadataAsOptions(part.callProviderMetadata ?? (failed ? part.resultProviderMetadata : undefined)),
  }
  const approval = objectOr(given_)
  const asks = typeof approval.id === 'string'
  const decided = asks && typeof approval.approved === 'boolean'
  const result = callResultList(part, decided && approval.approved === false)
  return {
    asked: [
      call,
      ...(asks ? [approvalRequestOf(part, approval)] : []),
      ...(isOwn && state !== 'approval-responded' ? result : []),
    ],
    answered: [
      ...(decided ? [approvalResponseOf(part, approval)] : []),
      ...(isOwn && decided ? refusalResults(result) : []),
      ...(isOwn ? [] : result),
    ],
  }
}

/** Returns the approval request, with all fields of the approval except those of the decision. */
function approvalRequestOf({ toolCallId }: Raw, approval: Raw): Raw {
  const { id, approved: _, reason: __, requestReason, ...rest } = approval
  const known = Object.entries(rest).filter(([, value]) => isSaid(value))
  return {
    type: 'tool-approval-request',
    approvalId: id,
    toolCallId,
    ...Object.fromEntries(known),
    ...givenField('reason', requestReason ?? undefined),
  }
}

const approvalResponseOf = ({ providerExecuted }: Raw, { id, approved, reason }: Raw): Raw => ({
  type: 'tool-approval-response',
  approvalId: id,
  approved,
  ...givenField('reason', reason),
  ...(providerExecuted === true && { providerExecuted }),
})

/** Returns a list with the result of a call; empty if the call has no result. */
function callResultList(part: Raw, isDenied: boolean): Raw[] {
  const { state, output, errorText, approval, toolCallId, providerExecuted } = part
  const isOwn = providerExecuted === true
  const { callProviderMetadata: asked, resultProviderMetadata: answered } = part
  const createResult = (value: JsonObject): Raw[] => [
    {
      type: 'tool-result',
      toolCallId,
      toolName: uiToolName(part),
      output: value,
      // A result of a client's tool has no options of its own, so it gets the options of the call.
      ...metadataAsOptions(isOwn ? (answered ?? asked) : asked),
    },
  ]
  const { reason } = objectOr(approval)
  if (state === 'output-available')
    return createResult(
      typeof output === 'string'
        ? { type: 'text', value: output }
        : ({ type: 'json', value: output ?? null } as JsonObject),
    )
  if (state === 'output-error')
    return createResult({ type: isOwn ? 'error-json' : 'error-text', value: stringOr(errorText) })
  if (state === 'approval-responded' && isDenied)
    return createResult({ type: 'execution-denied', ...givenField('reason', reason as string | undefined) })
  // A denial in an earlier turn is sent as an error, as in the AI SDK.
  return state === 'output-denied' && !isOwn
    ? createResult({
        type: 'error-text',
        value: typeof reason === 'string' ? reason : 'Tool call execution denied.',
      })
    : []
}

/** Returns the results that report a refusal. */
const refusalResults = (results: readonly Raw[]): readonly Raw[] =>
  results.filter(({ output }) => objectOr(output).type === 'execution-denied')
