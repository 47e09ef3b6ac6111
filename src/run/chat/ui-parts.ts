import type { UIChunk } from './ui-chunk.ts'

/** Part of a message in the form of the AI SDK's `useChat`. */
export interface UIPart {
  readonly type: string
  readonly [field: string]: unknown
}

/** Returns the parts of a message on the page after a chunk arrived. Builds them in the same way as the AI SDK. */
export function applyChunkToParts(parts: readonly UIPart[], chunk: UIChunk): readonly UIPart[] {
  switch (chunk.type) {
    case 'start-step':
      return [...parts, { type: 'step-start' }]
    case 'text-start':
    case 'reasoning-start':
      return [
        ...parts,
        { type: chunk.type.slice(0, -'-start'.length), text: '', state: 'streaming', id: chunk.id },
      ]
    case 'text-delta':
    case 'reasoning-delta':
      return changeLastPart(
        parts,
        part => part.id === chunk.id,
        part => ({ ...part, text: String(part.text) + chunk.delta }),
      )
    case 'text-end':
    case 'reasoning-end':
      return changeLastPart(
        parts,
        part => part.id === chunk.id,
        ({ id: _, ...part }) => ({ ...part, state: 'done' }),
      )
    case 'tool-input-available':
      return addCallPart(parts, chunk)
    case 'tool-approval-request':
      return changeCallPart(parts, chunk.toolCallId, {
        state: 'approval-requested',
        approval: { id: chunk.approvalId },
      })
    case 'tool-approval-response': {
      const approval = { id: chunk.approvalId, approved: chunk.approved }
      return changeCallPart(parts, chunk.approvalId, { state: 'approval-responded', approval })
    }
    case 'tool-output-available':
      return changeCallPart(parts, chunk.toolCallId, { state: 'output-available', output: chunk.output })
    case 'tool-output-error':
      return changeCallPart(parts, chunk.toolCallId, { state: 'output-error', errorText: chunk.errorText })
    case 'tool-output-denied':
      return changeCallPart(parts, chunk.toolCallId, { state: 'output-denied' })
    case 'data-retracted':
      return [...parts, chunk]
    case 'reset-step':
      return parts.slice(0, parts.findLastIndex(({ type }) => type === 'step-start') + 1)
    // These chunks change nothing that a message shows.
    case 'abort':
    case 'start':
    case 'finish-step':
    case 'finish':
    case 'data-call':
    case 'data-progress':
    case 'error':
      return parts
    default:
      chunk satisfies never
      return parts
  }
}

/** Returns a message's parts with a change of the last part that matches. */
function changeLastPart(
  parts: readonly UIPart[],
  isMeant: (part: UIPart) => boolean,
  change: (part: UIPart) => UIPart,
): readonly UIPart[] {
  const at = parts.findLastIndex(isMeant)
  return at < 0 ? parts : parts.with(at, change(parts[at] as UIPart))
}

const changeCallPart = (parts: readonly UIPart[], id: string, fields: object): readonly UIPart[] =>
  changeLastPart(
    parts,
    part => part.toolCallId === id,
    part => ({ ...part, ...fields }),
  )

function addCallPart(
  parts: readonly UIPart[],
  { toolCallId, toolName, input, toolMetadata }: Extract<UIChunk, { type: 'tool-input-available' }>,
): readonly UIPart[] {
  const given = { type: `tool-${toolName}`, toolCallId, state: 'input-available', input }
  const part = toolMetadata === undefined ? given : { ...given, toolMetadata }
  return parts.some(each => each.toolCallId === toolCallId)
    ? changeCallPart(parts, toolCallId, part)
    : [...parts, part]
}
