import { compile } from '../../src/index.ts'
import { type Outcome, withoutLimit } from '../laws/case.ts'
import { type Fate, fatesOf } from '../laws/shown.ts'
import type { Stop } from './journey.ts'

/** A compile on the way as the laws look at one. */
export function outcomeOfStop({ conversation, imported, result, station }: Stop): Outcome {
  const { session, agent } = conversation
  const options = { target: station.target, ...(result.model !== null && { model: result.model }) }
  return {
    input: { source: { format: null, events: session.events }, agent, options, counter: null },
    conversation,
    result,
    imported,
    unlimited: () => compile(conversation, withoutLimit(options)),
  }
}

const known = new WeakMap<Stop, readonly Fate[]>()

/** Returns the fate of every unit of a stop; computed once. */
export function fatesOfStop(stop: Stop): readonly Fate[] {
  const fates = known.get(stop) ?? fatesOf(outcomeOfStop(stop))
  known.set(stop, fates)
  return fates
}
