import { excludesFreeText } from '../../agent/endorse.ts'
import type { Inlined } from '../../diag/trust.ts'
import { type Event, trustOfEvent } from '../../ir/event.ts'
import { valueOrigin } from '../../ir/origin.ts'
import type { Graph } from '../../program/graph.ts'
import type { Session } from '../../session/session.ts'
import { lastUserMessage } from '../../state/last-user.ts'
import type { SlotValue } from '../../template/fill-with-origins.ts'
import { stateValue } from '../../template/state-value.ts'
import type { TemplateSlot } from '../../template/template.ts'
import type { WrittenText } from './provide.ts'

/** Values for the placeholders of an instruction, with a record of the untrusted values that were inserted. */
export class Values {
  private readonly graph: Graph
  private readonly reader: string
  private readonly session: Session
  private readonly artifacts: Readonly<Record<string, string>>
  private readonly used = new Map<string, Inlined>()

  /** Creates the values for the instruction of one agent (`reader`). */
  constructor(graph: Graph, reader: string, session: Session, artifacts: Readonly<Record<string, string>>) {
    this.graph = graph
    this.reader = reader
    this.session = session
    this.artifacts = artifacts
  }

  findAndRecord(slot: TemplateSlot): SlotValue | undefined {
    if (slot.kind === 'artifact') {
      const found = this.lookUp(slot)
      const key = `artifact.${slot.artifact}`
      if (found) this.used.set(`slot ${key}`, { key, trust: 'external', at: found.origin, by: 'slot' })
      return found
    }
    const found = this.lookUp(slot)
    if (found === undefined) return undefined
    const { key, seq } = this.stateKeyOf(slot)
    if (seq >= 0)
      this.recordValue(
        { key: slot.reference, at: found.origin, by: 'slot' },
        key === slot.key ? slot.path : [],
        found.value,
        seq,
      )
    return found
  }

  /** Returns the value of a placeholder without recording it. Use this for texts that are not instructions. */
  lookUp(slot: TemplateSlot): SlotValue | undefined {
    if (slot.kind === 'artifact') return this.artifactValue(slot.artifact)
    const value = stateValue(this.session.state, slot)
    if (value === undefined) return undefined
    const { key, seq } = this.stateKeyOf(slot)
    return { value, origin: valueOrigin(key, seq) }
  }

  private stateKeyOf(slot: Exclude<TemplateSlot, { kind: 'artifact' }>): { key: string; seq: number } {
    const key = Object.hasOwn(this.session.state, slot.reference) ? slot.reference : slot.key
    return { key, seq: this.session.keys.get(key)?.seq ?? -1 }
  }

  /** Records the values that an instruction function read, because the function's text may contain them. */
  noteReads({ reads, heard }: WrittenText): void {
    for (const key of reads) {
      const { seq } = this.session.keys.get(key) ?? { seq: -1 }
      const value = this.session.state[key]
      if (seq >= 0) this.recordValue({ key, at: valueOrigin(key, seq), by: 'function' }, [], value, seq)
    }
    const said = heard ? lastUserMessage(this.session) : null
    if (said !== null && said.trust !== 'developer')
      this.used.set('function lastUserText', {
        key: 'lastUserText',
        at: 'd:instruction',
        by: 'function',
        trust: said.trust,
      })
  }

  /**
   * Returns the inserted values in two lists: those from a user, a tool or an external source, and those from a model.
   */
  insertedValuesByTrust(): readonly [Inlined[], Inlined[]] {
    const all = [...this.used.values()]
    return [all.filter(({ trust }) => trust !== 'model'), all.filter(({ trust }) => trust === 'model')]
  }

  private artifactValue(name: string): SlotValue | undefined {
    if (!Object.hasOwn(this.artifacts, name)) return undefined
    return { value: this.artifacts[name], origin: `d:artifacts.${name}` }
  }

  private recordValue(
    inlined: Omit<Inlined, 'trust'>,
    path: readonly string[],
    value: unknown,
    seq: number,
  ): void {
    const event = this.session.event(seq)
    const trust = trustOfEvent(event)
    if (trust === 'developer') return
    if (trust === 'model' && this.isData(event, path, value)) return
    this.used.set(`${inlined.by} ${inlined.key}`, { ...inlined, trust })
  }

  /**
   * Whether the output schema of the value's author allows no free text in the value. The value may also be stored
   * under another key.
   */
  private isData({ author }: Event, path: readonly string[], value: unknown): boolean {
    const { agents, routes } = this.graph
    const speakers = agents.has(author) ? [author] : [...(routes.get(this.reader)?.keys() ?? [])]
    return speakers.some(name => {
      const schema = agents.get(name)?.agent.outputSchema?.schema
      return schema !== undefined && excludesFreeText(schema, path, value)
    })
  }
}
