import type { Agent } from '../agent/agent.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import type { JsonObject } from '../ir/json.ts'
import type { Finding, Protection } from '../ir/protection.ts'
import { Lens } from '../protect/lens/lens.ts'
import { hasFindings } from '../protect/protection.ts'
import type { Session } from '../session/session.ts'
import { mapTexts } from '../text/map-texts.ts'
import type { Recalled } from './recall/recall.ts'

/** A protection's findings, and whether they refuse the request. */
interface Found {
  readonly findings: readonly Finding[]
  readonly refuses: boolean | undefined
}

/** A lens for what a compile shows to an agent, to handlers and stores that work for it, and to readers of its reports. */
export class AgentLens extends Lens {
  /** Returns an agent whose queries for memories hold no protected value: a store outside is asked them. */
  queries(agent: Agent): Agent {
    const { context } = agent
    if (this.isClear || context === undefined) return agent
    return {
      ...agent,
      context: context.map(node => {
        if (node.kind !== 'source' || node.from.source !== 'memory' || node.from.query === undefined)
          return node
        return { ...node, from: { ...node.from, query: this.json(node.from.query, 'declared') } }
      }),
    }
  }

  /** Returns memories without protected values, before their lines are written: a key has line breaks. */
  memories(recalled: Recalled): Recalled {
    if (this.isClear) return recalled
    const found = [...recalled.found].map(([origin, memories]) => {
      const change = this.change(
        memories.flatMap(({ text, author }) => [text, author]),
        'declared',
      )
      return [
        origin,
        memories.map(({ author, ...memory }) => ({
          ...memory,
          text: change(memory.text),
          ...(author !== undefined && { author: change(author) }),
        })),
      ] as const
    })
    return { ...recalled, found: new Map(found) }
  }

  /** Returns a declaration of work without protected values in the prompt and the schema that its handler gets. */
  task<Task extends { readonly prompt?: string; readonly schema?: JsonObject }>(task: Task): Task {
    const { prompt, schema } = task
    if (this.isClear || (prompt === undefined && schema === undefined)) return task
    const change = this.change([prompt, schema], 'declared')
    return {
      ...task,
      ...(prompt !== undefined && { prompt: change(prompt) }),
      ...(schema !== undefined && { schema: mapTexts(schema, text => change(text)) }),
    }
  }

  /** Returns diagnostics without protected values: they quote errors, names and declarations. */
  reports(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
    if (this.isClear || diagnostics.length === 0) return diagnostics
    const change = this.change([diagnostics], 'report')
    return diagnostics.map(each => ({
      ...each,
      message: change(each.message),
      at: mapTexts(each.at, change),
      notes: mapTexts(each.notes, change),
      help: mapTexts(each.help, change),
      data: mapTexts(each.data, change),
    }))
  }
}

/** Returns what protections find wrong with an unprotected session. */
export const unprotectedFindings = (
  protections: readonly Protection[],
  session: Session,
  sees: (seq: number) => boolean,
): readonly Found[] =>
  protections
    .filter(hasFindings)
    .map(({ findings, refuses }) => ({ findings: findings(session, sees), refuses }))
