import type { Diagnostic } from '../diag/diagnostic.ts'
import { memoriesNotAdded, nothingLearned } from '../diag/effect.ts'
import type { Protection } from '../ir/protection.ts'
import { areLate } from '../remember/shared.ts'
import type { MemoryStore } from '../remember/store/memory-store.ts'
import { type Owner, ownerText } from '../session/owner.ts'
import type { Session } from '../session/session.ts'
import { dropOldest } from '../text/list.ts'
import { reasonOf } from '../text/reason.ts'
import { handOver, type PolicyOptions } from './policy-options.ts'

/** Options that decide what is learned. */
type LearnOptions = Pick<PolicyOptions, 'memory' | 'learn' | 'waitUntil'>

/** Names of a call's owner and conversation; undefined if the app names none. */
interface LearnedNames {
  readonly owner: Owner | undefined
  readonly conversation: string | undefined
}

/** Compiled call of which memories are made. */
export interface LearnedCall extends LearnedNames {
  readonly session: Session
  /** Returns the index of the message that an event came from; null for an event that is no message. */
  readonly placeOf: (seq: number) => number | null
  /** Protections of the model, which memories get as well. */
  readonly protect: readonly Protection[] | undefined
}

/** Maximum number of memories that are known as added. */
const mostKnown = 10_000

/** Adds what users and models said to the app's memories, after each answer. */
export class Learner {
  private readonly memory: MemoryStore | undefined
  private readonly waitUntil: PolicyOptions['waitUntil']
  /** Memories that were added, so that the calls of a loop do not add them again. */
  private readonly added = new Set<string>()
  private readonly failures = new Set<string>()
  private usual: readonly Protection[] | null = null

  constructor({ memory, learn = true, waitUntil }: LearnOptions) {
    this.memory = learn ? memory : undefined
    this.waitUntil = waitUntil
  }

  /** Returns the reports of a call: earlier failures, and that nothing can be added because no conversation is named. */
  report({ owner, conversation }: LearnedNames): readonly Diagnostic[] {
    const { memory } = this
    if (memory === undefined) return []
    const failed = [...this.failures].map(why => memoriesNotAdded(memory.id, why))
    this.failures.clear()
    return owner !== undefined && conversation === undefined ? [...failed, nothingLearned()] : failed
  }

  /** Starts to add the last messages of a call, and the texts of its answer. Never throws. */
  start({ owner, conversation, ...call }: LearnedCall, answer: readonly string[] = []): void {
    const { memory } = this
    if (memory === undefined || owner === undefined || conversation === undefined) return
    handOver(this.add(memory, { owner, conversation, ...call }, answer), this.waitUntil)
  }

  private async add(
    memory: MemoryStore,
    {
      owner,
      conversation,
      session,
      placeOf,
      protect = [],
    }: LearnedCall & { readonly owner: Owner; readonly conversation: string },
    answer: readonly string[],
  ): Promise<void> {
    try {
      const { memoriesOf, usualProtections } = await import('../remember/store/memories-of.ts')
      this.usual ??= usualProtections()
      // An answer that async detectors have not checked is added with the next call, which waits for them.
      const text = areLate(protect) ? '' : answer.join('')
      const whole = text === '' ? session : session.append({ author: 'agent', text })
      const said = memoriesOf(whole, {
        session: conversation,
        from: lastTurnsStart(session, placeOf),
        protect: [...protect, ...this.usual],
        ids: 'content',
      })
      const nameOf = ({ id }: { readonly id: string }): string => `${ownerText(owner)} ${id}`
      const due = said.filter(each => !this.added.has(nameOf(each)))
      if (due.length === 0) return
      await memory.add(owner, due)
      for (const each of due) this.added.add(nameOf(each))
      dropOldest(this.added, mostKnown)
    } catch (error) {
      this.failures.add(reasonOf(error))
    }
  }
}

/** Returns the position of the last user message but one. What was said before was added by earlier calls. */
function lastTurnsStart(session: Session, placeOf: LearnedCall['placeOf']): number {
  let users = 0
  for (let seq = session.length - 1; seq >= 0; seq--)
    if (placeOf(seq) !== null && session.event(seq).author === 'user' && ++users === 2) return seq
  return 0
}
