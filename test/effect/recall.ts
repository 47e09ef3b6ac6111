import type { Choice, History } from '../../src/core/compile/fit/choice.ts'
import type { chooseHistory } from '../../src/core/compile/fit/choose-history.ts'
import type { SessionView } from '../../src/core/session/unit/session-view.ts'

/** Agents of this name have the pass; no other has. */
export const recaller = 'recaller'

/**
 * Returns a pass for tests alone, which replaces the choice of the history. The history begins with the user's message that is
 * most like the last one by embeddings, or anywhere if there are none.
 */
export const recalling =
  (choose: typeof chooseHistory) =>
  (choice: Choice): History => {
    if (choice.agent.name !== recaller) return choose(choice)
    return choose({ ...choice, floor: mostAlike(choice) })
  }

function mostAlike({ session, wants }: Choice): Choice['floor'] {
  const { units } = session
  const asked: number[] = []
  for (let unit = 0; unit < units.rows.length; unit++)
    if (!units.isHidden(unit) && units.rows.ownKindOf(unit) === 'user') asked.push(unit)
  const last = asked.pop()
  if (last === undefined) return null
  const embed = (unit: number) => wants.embed(textOf(session, unit), `e:${units.rows.seqOf(unit)}`)
  const query = embed(last)
  const scores = asked.map(unit => ({ unit, score: likeness(query, embed(unit)) }))
  const [best] = scores.sort((left, right) => right.score - left.score)
  return best !== undefined && best.score > 0 ? { holder: best.unit, from: best.unit, last: best.unit } : null
}

const textOf = (session: SessionView, unit: number): string =>
  session
    .event(session.units.rows.seqOf(unit))
    .parts.flatMap(part => (part.kind === 'text' ? part.text : []))
    .join('\n')

/** The cosine of two embeddings; 0 where one is not there. */
function likeness(left: Float32Array | null, right: Float32Array | null): number {
  if (left === null || right === null) return 0
  const dot = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, x, index) => sum + x * (b[index] as number), 0)
  return dot(left, right) / Math.sqrt(dot(left, left) * dot(right, right))
}
