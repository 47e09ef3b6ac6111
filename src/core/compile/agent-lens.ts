import type { Agent } from '../agent/agent.ts'
import type { Diagnostic } from '../diag/diagnostic.ts'
import type { JsonObject } from '../ir/json.ts'
import type { Finding, Protection } from '../ir/protection.ts'
import { Lens } from '../protect/lens/lens.ts'
import { hasFindings } from '../protect/protection.ts'
import type { Session } from '../session/session.ts'
import { mapTexts } from '../text/map-texts.ts'
import type { Recalled } from './recall/recall.ts'

/** Findings of a protection, and whether the protection therefore refuses the request. */
interface Found {
  readonly findings: readonly Finding[]
  readonly refuses: boolean | undefined
}

/**
 * Reader's view (lens) of everything that a compile shows to an agent, to its handlers and stores, and to readers of
 * diagnostics.
 */
export class AgentLens extends Lens {
  /**
   * Returns the agent with protected values removed from its memory queries, because queries are sent to an external
   * store.
   */
  protectQueries(agent: Agent): Agent {
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

  /**
   * Returns memories with protected values removed. The values must be removed before memories are written on single
   * lines, because a protected value such as a private key contains line breaks.
   */
  protectMemories(recalled: Recalled): Recalled {
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

  /** Returns a task for a handler, with protected values removed from its prompt and its schema. */
  protectTask<Task extends { readonly prompt?: string; readonly schema?: JsonObject }>(task: Task): Task {
    const { prompt, schema } = task
    if (this.isClear || (prompt === undefined && schema === undefined)) return task
    const change = this.change([prompt, schema], 'declared')
    return {
      ...task,
      ...(prompt !== undefined && { prompt: change(prompt) }),
      ...(schema !== undefined && { schema: mapTexts(schema, text => change(text)) }),
    }
  }

  /** Returns diagnostics with protected values removed. Diagnostics quote errors, names and declarations. */
  protectDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
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

/** Returns what protections find in the original session, before any value is replaced. */
export const unprotectedFindings = (
  protections: readonly Protection[],
  session: Session,
  sees: (seq: number) => boolean,
): readonly Found[] =>
  protections
    .filter(hasFindings)
    .map(({ findings, refuses }) => ({ findings: findings(session, sees), refuses }))
