import { contextWaitCondition, type Point, updateWaitCondition } from './gate.ts'
import { addInstructionAsContext } from './interim.ts'
import type { ContextBlock, LiveMessage } from './message.ts'
import { hasNoChanges, type Pending, pendingChanges } from './pending.ts'
import { moveToNewConnection } from './reconnect.ts'
import type { EngineState, Flying, Telling } from './state.ts'
import { type EngineConfig, toolNamesIn, usableCarrier, type WantedSlot } from './wanted.ts'
import { EngineWork } from './work.ts'

/** Text that replaces a block which no longer applies, on protocols that cannot remove blocks. */
const nothing = 'No longer applies.'

/** Sends the changes that the model needs and that may be sent at this point. The others wait. */
export function sendPendingChanges(work: EngineWork, point: Point): void {
  const { state, engine } = work
  if (state.status !== 'open' || state.isWaiting) return
  const pending = pendingChanges(engine, state)
  if (hasNoChanges(pending)) return
  if (pending.updates.length > 0 && updateWaitCondition(work, point) === null)
    sendUpdates(work, pending.updates)
  if (work.state.status !== 'open') return
  const context = contextToSend(work, pending, point)
  if (context !== null) sendContext(work, context)
}

/**
 * Points at which the user speaks, writes or shows something. The model answers with the context that it has at this
 * point.
 */
const ofUser: ReadonlySet<Point> = new Set(['speech', 'audio', 'video', 'text'])

/** Returns the context to send at a point; null if there is none, or it must wait. */
function contextToSend(work: EngineWork, pending: Pending, point: Point): Pending | null {
  const context = ofUser.has(point) ? addInstructionAsContext(work, pending) : pending
  const isAny = context.contexts.length + context.retracts.length > 0
  return isAny && contextWaitCondition(work, point) === null ? context : null
}

/** Whether there is context that must be sent before the user's next audio or video. */
export function isContextAwaited(engine: EngineConfig, state: EngineState, what: 'audio' | 'video'): boolean {
  if (state.status !== 'open' || state.isWaiting) return false
  return contextToSend(new EngineWork(engine, state), pendingChanges(engine, state), what) !== null
}

function sendUpdates(work: EngineWork, updates: readonly WantedSlot[]): void {
  const byUpdate = updates.filter(
    ({ kind }) => kind !== 'context' && usableCarrier(work.engine, kind, work.state) === 'update',
  )
  if (byUpdate.length > 0) {
    const textOfKind = (kind: WantedSlot['kind']): string | undefined =>
      byUpdate.find(slot => slot.kind === kind)?.text
    const [instruction, tools] = [textOfKind('instruction'), textOfKind('tools')]
    const message: LiveMessage = {
      kind: 'update',
      agent: work.config.name,
      ...(instruction !== undefined && { instruction }),
      ...(tools !== undefined && { tools: toolNamesIn(work.engine, tools) }),
    }
    work.sendEngineMessage(message, slotsInFlight(byUpdate))
  }
  // A new connection starts with all current texts. The conversation changes to one as soon as this disturbs nobody.
  const isAlone = byUpdate.length === 0 && Object.keys(work.state.flying).length === 0
  if (isAlone && work.isQuiet && work.state.isResumable) moveToNewConnection(work)
}

function sendContext(work: EngineWork, pending: Pending): void {
  const { removes } = work.engine.profile
  const taken = pendingContextBlocks(work, pending)
  if (taken.blocks.length > 0) work.sendEngineMessage({ kind: 'context', blocks: taken.blocks }, taken.slots)
  if (!removes) return
  for (const slot of pending.retracts) {
    const item = work.state.told[slot]?.item
    if (item) work.sendEngineMessage({ kind: 'remove', item }, { [slot]: null })
  }
}

/** Returns pending context as blocks, and the texts of the slots that the blocks contain. */
export function pendingContextBlocks(
  { engine: { profile }, state, shown }: EngineWork,
  { contexts, retracts }: Pending,
): { readonly blocks: readonly ContextBlock[]; readonly slots: Flying['slots'] } {
  // OpenAI's ids of items have at most 32 characters.
  const itemId = (index: number): string => `ctxc_${state.nextFrame}_${index}`
  const isRemoved = (slot: string): boolean => profile.removes && Boolean(state.told[slot]?.item)
  const gone = retracts.filter(slot => !isRemoved(slot))
  const blocks = [
    ...contexts.map(({ id, text, isDeveloper, said }, at) => ({
      ...{ slot: shown.text(id), text, isDeveloper, item: itemId(at) },
      ...(said !== undefined && { said }),
    })),
    ...gone.map((slot, at) => ({
      ...{ slot: shown.text(slot), text: nothing, isDeveloper: true },
      item: itemId(contexts.length + at),
    })),
  ]
  const told = contexts.map(({ id, text }, at): [string, Telling] => [id, { text, item: itemId(at) }])
  return {
    blocks,
    slots: { ...Object.fromEntries(told), ...Object.fromEntries(gone.map(slot => [slot, null])) },
  }
}

export const slotsInFlight = (slots: readonly WantedSlot[]): Flying['slots'] =>
  Object.fromEntries(slots.map(({ id, text }) => [id, { text, item: null }]))
