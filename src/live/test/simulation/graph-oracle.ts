// Independent implementation of phases: returns the current phase after each event. Knows nothing about messages.
import type { LiveEffect } from '../../engine/effect.ts'
import type { LiveEvent } from '../../engine/event.ts'
import { extractedKeys, type Graph, type Guard } from './graph.ts'

export class Oracle {
  phase: string | null = null
  private readonly graph: Graph
  private readonly values = new Map<string, unknown>()
  private readonly running = new Set<string>()
  private turns = 0

  constructor(graph: Graph, values: object) {
    this.graph = graph
    for (const [key, value] of Object.entries(values)) this.values.set(key, value)
  }

  /** Handles an event. Of the engine's effects, only the tools that it began to run are used. */
  take(event: LiveEvent, effects: readonly LiveEffect[]): void {
    if (event.type === 'start' && this.phase === null) {
      this.phase = this.graph.initial
      this.follow()
    }
    if (event.type === 'set') {
      this.change(event.set, event.delete)
      this.follow()
    }
    if (event.type === 'result' && this.running.delete(event.id)) {
      this.change(event.set ?? {}, event.delete)
      this.follow()
    }
    if (event.type === 'extracted') {
      const taken = Object.entries(event.set).filter(
        ([key, value]) => extractedKeys.includes(key) && value !== null,
      )
      this.change(Object.fromEntries(taken), [])
      if (taken.length > 0) this.follow()
    }
    if (event.type === 'turn-complete' && event.goesOn !== true) {
      this.follow()
      for (const key of [...this.values.keys()]) if (key.startsWith('turn:')) this.values.delete(key)
      this.turns++
    }
    if (event.type === 'calls-cancelled') for (const id of event.ids) this.running.delete(id)
    for (const effect of effects) if (effect.type === 'run') this.running.add(effect.id)
  }

  /** State keys and values that the engine should have, including its own. */
  get state(): Record<string, unknown> {
    const own = [
      ...(this.phase === null ? [] : [['session:phase', this.phase] as const]),
      ...(this.turns === 0 ? [] : [['session:turn', this.turns] as const]),
    ]
    return Object.fromEntries([...this.values, ...own])
  }

  private change(set: object, deleted: readonly string[] = []): void {
    for (const key of deleted) this.values.delete(key)
    for (const [key, value] of Object.entries(set)) this.values.set(key, value)
  }

  /** Takes transitions from phase to phase, at most as many as there are phases. */
  private follow(): void {
    for (let left = this.graph.phases.length; left > 0; left--) {
      const current = this.graph.phases.find(({ name }) => name === this.phase)
      if (current === undefined || current.isTerminal) return
      const way = current.ways.find(({ to, guard }) => {
        const entry = this.graph.phases.find(({ name }) => name === to)?.guard ?? null
        return this.holds(guard) && (entry === null || this.holds(entry))
      })
      if (way === undefined) return
      this.phase = way.to
    }
  }

  private holds(guard: Guard): boolean {
    const { values } = this
    const reads: Readonly<Record<Guard['kind'], () => boolean>> = {
      always: () => true,
      never: () => false,
      throws: () => false,
      // Only the value `true` counts as true.
      truthy: () => false,
      derived: () => values.get('p') === 1 && values.get('q') === 1,
      equals: () => guard.kind === 'equals' && values.has(guard.key) && values.get(guard.key) === guard.value,
      'throws-unless': () => guard.kind === 'throws-unless' && values.has(guard.key),
      phase: () => guard.kind === 'phase' && this.phase === guard.name,
      turns: () => guard.kind === 'turns' && this.turns >= guard.least,
    }
    return reads[guard.kind]()
  }
}
