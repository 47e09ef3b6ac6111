import { leavesOf } from '../laws/law.ts'
import type { Journey, Made, Stop } from './journey.ts'
import { markOf } from './journey.ts'

/** Whether thoughts of one may be read by the other: the AI SDK and the vendor that it calls carry each other's (O11). */
function mayRead(made: Made, { station, result }: Stop): boolean {
  if (made.station === station) return true
  const vendor = (model: string | null): string => (model ?? '').split('-')[0] as string
  const throughSDK = [made.station, station].some(({ target }) => target === 'ai-sdk')
  return throughSDK && station.thinks && vendor(made.model) === vendor(result.model)
}

/** Thoughts go to nobody else, and back to their own provider as they were. */
export function checkThoughts(stop: Stop, made: readonly Made[], { asks, declares }: Journey): string[] {
  const { result, station } = stop
  if (!result.ok) return []
  const leaves = leavesOf(result.request).map(({ text }) => text)
  const { session } = stop.conversation
  const said = session.events.flatMap(({ parts }) =>
    parts.flatMap(part => (part.kind === 'reasoning' ? [part.text] : [])),
  )
  return made.flatMap((thought): string[] => {
    const mark = markOf(thought.step)
    if (!said.some(text => text.includes(mark))) return []
    const shows = leaves.some(text => text.includes(mark))
    const sealed = leaves.includes(thought.seal)
    if (!mayRead(thought, stop))
      return shows || sealed
        ? [`thought ${thought.step} of ${thought.station.name} went to ${station.name}`]
        : []
    if (thought.station !== station || !station.thinks || !asks || !declares) return []
    // A thought of the same vendor's that was made at another station after a different prefix invalidates the thoughts before
    // it (A25).
    if (
      result.model === 'claude-opus-5-5' &&
      made.some(other => other.station !== station && mayRead(other, stop))
    )
      return []
    return shows && sealed
      ? []
      : [`thought ${thought.step} did not come back to ${station.name}, ${result.model}`]
  })
}
