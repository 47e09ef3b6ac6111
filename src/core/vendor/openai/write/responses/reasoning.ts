import type { FindingNote } from '../../../../diag/collect.ts'
import type { Block, BlockItem, Placed } from '../../../../ir/block.ts'
import type { JsonObject } from '../../../../ir/json.ts'
import type { OpenAIRules } from '../../../../ir/model.ts'
import type { Part } from '../../../../ir/part.ts'
import type { ReasoningPart } from '../../../../ir/reasoning.ts'
import { hasBrokenSeal } from '../../../../target/seals.ts'
import type { Setting, UnitOptions } from '../../../../target/target.ts'
import { mayReasoningBeSent, reasoningLoss } from '../../../../target/travel.ts'
import type { Writer } from '../../../../target/writer.ts'
import { isUnlistedModel, readsReasoning } from '../shared/models.ts'
import { reasoningItem, whyOpenAIItemUnsendable } from './opaque.ts'
import { isModelItem } from './order.ts'
import type { InputItem } from './request.ts'

/** Reasoning of a response that is sent, and the items that are sent without the reasoning before them. */
export interface KeptReasoning {
  readonly wire: ReadonlyMap<BlockItem, JsonObject>
  /**
   * Items whose reasoning is dropped. With their server id, the API would refuse these items (rule R3), so they are
   * sent without the id.
   */
  readonly bereft: ReadonlySet<BlockItem>
}

/**
 * Selects the reasoning to send. The model must be able to read it, and at least one item that depends on it must be
 * sent (rules R3 to R6).
 */
export function selectReasoning(
  writer: Writer,
  setting: Setting<OpenAIRules>,
  block: Block,
  options: UnitOptions,
): KeptReasoning {
  const wire = new Map<BlockItem, JsonObject>()
  const bereft = new Set<BlockItem>()
  const isShownItem = (part: Part): boolean => isSentAsItem(part, setting, options)
  for (const { thoughts, results } of groupByReasoning(block.items, isShownItem)) {
    const readings = thoughts.map(thought => readThoughtItem(thought, setting))
    const followed = results.some(({ part }) => isShownItem(part))
    // An item depends on the nearest reasoning before it.
    let nearest = true
    for (const [index, thought] of thoughts.entries()) {
      const { item, foreign, note } = readings[index] as Reading
      if (item !== null && followed && options.reasoning) {
        wire.set(thought, item)
        if (note) noteParts(writer, thought, note)
        nearest = true
      } else {
        writer.edit('reasoning-omitted')
        const gone = followed ? 'what precedes it changed' : 'what it led to is gone'
        const why = item === null && note ? note : reasoningLoss(gone, thought.origin)
        noteParts(writer, thought, why)
        if (!foreign) nearest = false
      }
    }
    if (!nearest) for (const result of results) bereft.add(result)
  }
  return { wire, bereft }
}

/** Adds a note for each imported part of a reasoning item. */
function noteParts(writer: Writer, { origin, runs }: Placed, note: FindingNote): void {
  for (const [, at] of runs ?? [['', origin] as const]) writer.note({ ...note, at })
}

/** Writes a reasoning item unchanged, with the origin of each imported part in it. */
export function writeThought(writer: Writer, { origin, runs = [] }: Placed, thought: JsonObject): InputItem {
  const { origins } = writer.setting
  const item = writer.copyAnswerItem(thought, origin, 'encrypted_content' in thought) as InputItem
  if (runs.length < 2) return item
  origins.recordParts(
    item,
    runs.map(([, at]) => at),
  )
  // A part without text has no entry in the summary.
  const said = runs.filter(([text]) => text !== '')
  const summary = (item as { readonly summary?: readonly object[] }).summary ?? []
  for (const [index, piece] of summary.entries()) origins.recordWhole(piece, said[index]?.[1] ?? origin)
  return item
}

/** Consecutive reasoning, and the items between it and the next reasoning. */
interface Episode {
  readonly thoughts: Placed<ReasoningPart>[]
  readonly results: BlockItem[]
}

function groupByReasoning(items: readonly BlockItem[], shows: (part: Part) => boolean): Episode[] {
  const found: Episode[] = [{ thoughts: [], results: [] }]
  for (const item of items) {
    let last = found.at(-1) as Episode
    if (item.part.kind !== 'reasoning') last.results.push(item)
    else {
      // An item that is not sent does not separate two reasoning parts.
      if (last.results.some(({ part }) => shows(part))) {
        last = { thoughts: [], results: [] }
        found.push(last)
      }
      last.thoughts.push(item as Placed<ReasoningPart>)
    }
  }
  return found
}

/** Reasoning item to send; null if the item cannot be sent, with a note that says why. */
interface Reading {
  readonly item: JsonObject | null
  /** Set for another provider's reasoning. No OpenAI item depends on such reasoning. */
  readonly foreign?: true
  readonly note?: FindingNote
}

function readThoughtItem(thought: Placed<ReasoningPart>, setting: Setting<OpenAIRules>): Reading {
  const { goes, note } = mayReasoningBeSent(thought, {
    format: 'openai',
    model: setting.model,
    reads: producer => readsReasoning(setting.facts, setting.model, producer),
    isUnknown: isUnlistedModel(setting.facts),
  })
  const noted = note ? { note } : {}
  if (!goes) {
    // The reasoning cannot be sent, but the items after it still depend on it.
    const { native } = thought.part
    const foreign = native !== undefined && native.format !== 'openai'
    return { item: null, ...noted, ...(foreign && { foreign }) }
  }
  if (!setting.facts.reasoning && setting.model !== null) {
    return { item: null, note: reasoningLoss('model does not reason', thought.origin) }
  }
  if (hasBrokenSeal(thought.part.native?.payload ?? {}))
    return { item: null, note: reasoningLoss('broken seal', thought.origin) }
  const item = reasoningItem(thought.part, setting.agent.extra?.fields.store !== false)
  return item ? { item, ...noted } : { item: null, note: reasoningLoss('no form to replay', thought.origin) }
}

/** Whether a part is sent as an item that may depend on reasoning. */
function isSentAsItem(part: Part, setting: Setting<OpenAIRules>, options: UnitOptions): boolean {
  if (part.kind === 'text') return part.text !== ''
  if (part.kind !== 'opaque' || part.format !== 'openai' || part.inline) return true
  return isModelItem(part.type) && whyOpenAIItemUnsendable(part, setting, options) === null
}
