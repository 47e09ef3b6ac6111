import type { Agent } from '../../agent/agent.ts'
import type { Diagnostic } from '../../diag/diagnostic.ts'
import { type LeftSlot, placeholderKept } from '../../diag/placeholder.ts'
import { providerFailed, providerSkipped, slotsUnfilled, type Unfilled } from '../../diag/template.ts'
import { type Assembled, assembleInstruction } from '../../program/assemble.ts'
import { outputKeyOf } from '../../program/placed.ts'
import type { Session } from '../../session/session.ts'
import { asTemplate, type Fillable } from '../../template/fill-with-origins.ts'
import { isPromptText, type PromptText } from '../../template/prompt-text.ts'
import type { TemplateSlot } from '../../template/template.ts'
import { unfilledSlots } from '../../template/unfilled.ts'
import { fillableSlots } from './placeholders.ts'
import type { Written } from './provide.ts'
import type { Situation } from './situation.ts'

/** System text of an agent, and its diagnostics. */
export interface Instructions extends Assembled {
  readonly diagnostics: readonly Diagnostic[]
}

/** Fills the placeholders in an agent's instructions and joins the parts of its system text. */
export function instructionsOf(situation: Situation): Instructions {
  const { placed, options, from, values } = situation
  const { agent, root } = placed
  const texts = new InstructionTexts(situation)
  const { global, own } = from.provided
  const { system, missing } = assembleInstruction(placed, {
    global: texts.templateOf(root.globalInstruction, global, 'd:globalInstruction'),
    own: texts.templateOf(agent.instruction, own, 'd:instruction'),
    schema: from.imported ? undefined : agent.outputSchema?.schema,
    missing: options.missing ?? 'keep',
    find: slot => values.findAndRecord(slot),
  })
  return { system, missing, diagnostics: texts.diagnostics() }
}

/** Instructions as templates, with a record of the functions that failed and the placeholders that were not filled. */
class InstructionTexts {
  private readonly situation: Situation
  private readonly failures: Diagnostic[] = []
  private readonly left: LeftSlot[] = []
  private readonly unfilled: Unfilled[] = []

  constructor(situation: Situation) {
    this.situation = situation
  }

  /**
   * Returns the template of an instruction, or of the text that its function returned; undefined if there is no
   * instruction.
   */
  templateOf(given: Agent['instruction'], written: Written | undefined, at: string): Fillable | undefined {
    if (given === undefined) return undefined
    if (typeof given === 'string') {
      for (const { slot, source } of unfilledSlots(given))
        if (slot.kind === 'state' && this.isKnownKey(slot.key))
          this.unfilled.push({ key: slot.reference, source, at })
      return asTemplate(given)
    }
    const { values, session, options } = this.situation
    if (written !== undefined && 'text' in written) {
      values.noteReads(written)
      return guardedTemplate(written.text, session, at, this.left)
    }
    const why = written?.failed ?? 'it has to be waited for'
    const failed = options.onProviderError === 'empty' ? providerSkipped : providerFailed
    this.failures.push(failed(at, why))
    return undefined
  }

  diagnostics(): Diagnostic[] {
    const { name } = this.situation.placed.agent
    return [
      ...this.failures,
      ...(this.left.length > 0 ? [placeholderKept(name, this.left)] : []),
      ...(this.unfilled.length > 0 ? [slotsUnfilled(name, this.unfilled)] : []),
    ]
  }

  /** Whether a key has a value, or an agent of the program writes it. */
  private isKnownKey(key: string): boolean {
    const { graph, session } = this.situation
    return (
      Object.hasOwn(session.state, key) ||
      [...graph.agents.values()].some(of => outputKeyOf(graph, of) === key)
    )
  }
}

/**
 * Returns a function's text as a template. In a plain string, a placeholder is filled only if it cannot come from
 * untrusted text.
 */
function guardedTemplate(
  text: string | PromptText,
  session: Session,
  at: string,
  left: LeftSlot[],
): Fillable {
  if (isPromptText(text)) return { pieces: text.pieces }
  const mayFill = fillableSlots(session)
  const isFillableSlot = (slot: TemplateSlot): boolean => {
    const isFilled = mayFill(slot)
    if (!isFilled) left.push({ slot: slot.source, at })
    return isFilled
  }
  return { pieces: [{ text, template: true }], fills: isFillableSlot }
}
