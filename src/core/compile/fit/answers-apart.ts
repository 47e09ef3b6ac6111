import { type Block, type BlockItem, isCall } from '../../ir/block.ts'
import { addCounts } from '../../ir/count.ts'
import type { BackEnd, Fragment, UnitOptions } from '../../target/target.ts'

/** Whether the compiler wrote the result of a call because the session has no result. */
const isUnanswered = (item: BlockItem): boolean => isCall(item) && item.result.origin.startsWith('c:')

/** Whether an item may be the last of an answer. Reasoning and calls of provider-run tools may not. */
const mayEnd = (item: BlockItem): boolean =>
  isCall(item) ? isUnanswered(item) : item.part.kind !== 'reasoning' && item.part.kind !== 'opaque'

/**
 * Returns the indexes of a response's items at which the model was called again. At each of them begins an event that
 * has its own reasoning.
 */
function indexesOfModelCalls({ role, items }: Block): number[] {
  if (role !== 'model') return []
  const thought = new Set(items.flatMap(({ part, seq }) => (part.kind === 'reasoning' ? [seq] : [])))
  return items.flatMap((item, index) => {
    const before = items[index - 1]
    return before !== undefined && before.seq !== item.seq && thought.has(item.seq) && mayEnd(before)
      ? [index]
      : []
  })
}

/**
 * Whether a response may contain a second model call, made after results that the compiler wrote. Its reasoning may
 * follow other items of an answer that had none.
 */
export const mayHideModelCall = (block: Block): boolean =>
  indexesOfModelCalls(block).some(place => block.items.slice(0, place).some(isUnanswered))

/** Splits a response into the separate answers of the model. */
function splitAnswers(block: Block): readonly Block[] {
  const places = indexesOfModelCalls(block)
  if (places.length === 0) return [block]
  return [0, ...places].map((start, index) => {
    const items = block.items.slice(start, places[index])
    const own = new Set(items)
    return { ...block, items, answers: block.answers.filter(call => own.has(call)) }
  })
}

/**
 * Writes a conversation unit in the target's format. If the unit has several answers in a row, each is written
 * separately. Before each comes the filler that the model saw there, because reasoning is bound to the filler.
 */
export function writeAnswersApart(backEnd: BackEnd, block: Block, options: UnitOptions): Fragment {
  const answers = splitAnswers(block)
  const [first] = answers
  if (first === undefined || answers.length === 1 || backEnd.filler === undefined)
    return backEnd.unit(block, options)
  const written = answers.map((answer, index) =>
    backEnd.unit(answer, { ...options, last: options.last && index === answers.length - 1 }),
  )
  const asked = answers.slice(1).flatMap(({ items }) => items.slice(0, 1).map(({ seq }) => seq))
  return { ...joinFragments(withFillers(backEnd, written, () => true)), asked }
}

/** Returns fragments with a filler between two answers in a row if the second answer has reasoning (`thinks`). */
export function withFillers<F extends Fragment>(
  { filler, idle }: Pick<BackEnd, 'filler' | 'idle'>,
  fragments: readonly F[],
  thinks: (fragment: F) => boolean,
): readonly (F | Fragment)[] {
  if (filler === undefined || !fragments.some(thinks)) return fragments
  let before: F | undefined
  return fragments.flatMap(fragment => {
    if (fragment.messages.length === 0) return [fragment]
    const answersAgain = thinks(fragment) && !before?.leads && idle(before)
    before = fragment
    return answersAgain ? [filler(), fragment] : [fragment]
  })
}

const joinFragments = (fragments: readonly Fragment[]): Fragment => ({
  messages: fragments.flatMap(({ messages }) => messages),
  count: fragments.map(({ count }) => count).reduce(addCounts),
  edits: [...new Set(fragments.flatMap(({ edits }) => edits))],
  notes: fragments.flatMap(({ notes }) => notes),
  toolNames: fragments.flatMap(({ toolNames }) => toolNames),
  reasoning: fragments.reduce((sum, { reasoning }) => sum + reasoning, 0),
  waits: fragments.flatMap(({ waits = [] }) => waits),
  settles: fragments.flatMap(({ settles = [] }) => settles),
})
