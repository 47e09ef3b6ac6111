import { fieldsOf, textOfShape } from '../shape.ts'
import type { Check } from './check.ts'
import {
  blockName,
  neighboursOf,
  signatureOf,
  signaturesOfTurn,
  type ThinkingMemory,
  thinkingOrigins,
} from './memory.ts'
import { isThinking, type Placed, type Turn } from './turn.ts'

/** Function that returns the id of the model that made a signature; undefined if unknown. */
export type ProducerOf = (signature: string) => string | undefined

/**
 * Checks thinking blocks of earlier answers: complete (rule A8), present if required (rule A9), after an unchanged
 * prefix (rule A25), readable by the model (rule A26).
 */
export const checkThinkingHistory = (
  check: Check,
  memory: ThinkingMemory | null,
  producerOf: ProducerOf | null,
): void => {
  if (memory !== null) checkThinkingUnchanged(check, memory)
  checkThinkingPresent(check)
  if (memory !== null && check.facts.bindsThinking) checkThinkingPrefix(check, memory)
  if (producerOf !== null) checkThinkingReadable(check, producerOf)
}

const latestAssistant = (turns: readonly Turn[]): Turn | undefined =>
  turns.findLast(turn => turn.role === 'assistant')

const checkThinkingUnchanged = ({ merged, report }: Check, memory: ThinkingMemory): void => {
  const latest = latestAssistant(merged)
  const modified = ({ path, pointer }: Placed): void => {
    const text =
      '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.'
    report('A8', pointer, `${path}: ${text} These blocks must remain as they were in the original response.`)
  }
  for (const turn of merged) {
    for (const placed of turn.placed.filter(item => item.type === 'thinking')) {
      const origin = memory.origins.get(signatureOf(placed))
      if (origin === undefined || origin.text === textOfShape(placed.block.thinking)) continue
      if (turn === latest) modified(placed)
      else report('A8', placed.pointer, `${placed.path}: Invalid \`signature\` in \`thinking\` block`)
    }
  }
  if (latest === undefined) return
  const { id, signatures } = signaturesOfTurn(latest)
  const first = latest.placed.find(isThinking)
  const remembered = memory.responses.get(id)
  if (first !== undefined && remembered !== undefined && remembered !== signatures) modified(first)
  const names = new Set(latest.placed.map(blockName))
  for (const { placed, before, after } of neighboursOf(latest)) {
    const made = memory.neighbours.get(signatureOf(placed))
    if (
      made !== undefined &&
      (isNeighbourChanged(made.before, before, names) || isNeighbourChanged(made.after, after, names))
    )
      modified(placed)
  }
}

/**
 * Whether the block before or after a thinking block changed. Two differences do not count: another block because
 * answers were joined, and a call's new id. Source: UKGovernmentBEIS/inspect_ai#4922, BerriAI/litellm#23093,
 * gotgenes/pi-anthropic-auth#66.
 */
const isNeighbourChanged = (made: string, sent: string, names: ReadonlySet<string>): boolean =>
  made !== '' && made !== sent && (names.has(made) || made.split(' ', 1)[0] !== sent.split(' ', 1)[0])

const checkThinkingPresent = ({ request, merged, report }: Check): void => {
  if (fieldsOf(request.thinking).type !== 'enabled') return
  let at = merged.length - 1
  while (merged[at]?.role === 'user' && merged[at]?.placed.some(placed => placed.type === 'tool_result'))
    at -= 2
  // In a tool loop, only the first answer must begin with thinking.
  const turn =
    merged[at]?.role === 'assistant' ? merged[at] : at < merged.length - 1 ? merged[at + 1] : undefined
  const first = turn?.placed[0]
  if (turn?.role !== 'assistant' || first === undefined || isThinking(first)) return
  report(
    'A9',
    first.pointer,
    `${first.path}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.type}\`. When ` +
      '`thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost ' +
      'set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. To ' +
      'avoid this requirement, disable `thinking`. Please consult our documentation at ' +
      'https://docs.claude.com/en/docs/build-with-claude/extended-thinking',
  )
}

const checkThinkingPrefix = ({ request, report }: Check, memory: ThinkingMemory): void => {
  const { block_binding: binding } = fieldsOf(request.thinking)
  if (fieldsOf(binding).prefix_mismatch_behavior === 'drop_block') return
  thinkingOrigins(request).forEach(({ placed, prefix, previous }, at) => {
    const origin = memory.origins.get(signatureOf(placed))
    if (origin === undefined) return
    const isRun = at === 0 || origin.previous === previous
    if (origin.prefix === prefix && isRun) return
    report(
      'A25',
      placed.pointer,
      `${placed.path}: Invalid \`signature\` in \`thinking\` block. The block is bound to a different conversation. ` +
        'Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".',
    )
  })
}

const checkThinkingReadable = ({ request, facts, turns, report }: Check, producerOf: ProducerOf): void => {
  if (facts.unreadableThinking === 'drop') return
  const model = textOfShape(request.model)
  for (const placed of turns.flatMap(turn => turn.placed).filter(isThinking)) {
    const producer = producerOf(signatureOf(placed))
    if (producer === undefined || producer === model) continue
    if (facts.readsThinkingOf.some(prefix => producer.startsWith(prefix))) continue
    report('A26', placed.pointer, `${placed.path}: Invalid \`signature\` in \`thinking\` block`)
  }
}
