import type { RunEvent } from './run-event.ts'

type Delta = Extract<RunEvent, { type: 'delta' }>

/** Deltas of answers that are not stored yet. A new follower of the session gets them first. */
export class UnsavedDeltas {
  /** Deltas by agent and branch. Consecutive pieces of a text are joined. */
  private readonly byAnswer = new Map<string, Delta[]>()

  /** Records a delta, or drops the deltas of an answer that was stored or retracted. */
  add(event: RunEvent): void {
    if (event.type === 'delta') this.addDelta(event)
    else if (event.type === 'event') this.byAnswer.delete(answerName(event.event.author, event.event.branch))
    else if (event.type === 'retracted') this.byAnswer.delete(answerName(event.agent, event.branch))
  }

  get all(): readonly Delta[] {
    return [...this.byAnswer.values()].flat()
  }

  clear(): void {
    this.byAnswer.clear()
  }

  private addDelta(delta: Delta): void {
    const name = answerName(delta.agent, delta.branch)
    const deltas = this.byAnswer.get(name) ?? []
    this.byAnswer.set(name, deltas)
    const last = deltas.at(-1)
    const goesOn = last !== undefined && last.kind === delta.kind && last.tool === delta.tool
    if (goesOn) deltas[deltas.length - 1] = { ...last, text: last.text + delta.text }
    else deltas.push(delta)
  }
}

const answerName = (agent: string, branch: string): string => `${agent}\n${branch}`
