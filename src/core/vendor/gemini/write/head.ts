import { settingDropped, systemAsUser } from '../../../diag/target.ts'
import { addCounts, formulaCount } from '../../../ir/count.ts'
import type { GeminiRules } from '../../../ir/model.ts'
import { HeadTally, instructionTexts } from '../../../target/head.ts'
import { importedFieldsFor } from '../../../target/request-fields.ts'
import type { Head, Setting } from '../../../target/target.ts'
import { copyJson } from '../../../text/well-formed.ts'
import { answerForm } from './answer.ts'
import { emitConfig } from './config.ts'
import { fencedText } from './parts.ts'
import type { Content, GeminiConfig, TextPart } from './request.ts'
import { requestForm } from './request-form.ts'
import { emitTools } from './tools.ts'

/**
 * Fields of the agent's `extra` that are not copied. They were read into other values, and are written from these
 * values.
 */
const remade: ReadonlySet<string> = new Set(['thinkingConfig', 'toolConfig'])

/**
 * Writes everything in a request except its history. For a model without system instructions, also returns the
 * instruction as a content.
 */
export function emitHead(setting: Setting<GeminiRules>): {
  readonly config: GeminiConfig
  readonly opening: readonly Content[]
  readonly head: Head
} {
  const tally = new HeadTally()
  const { origins } = setting
  const extra = importedFieldsFor(requestForm, setting, tally)
  const kept = Object.entries(extra).filter(([key]) => !remade.has(key))
  const config = origins.recordWhole(copyJson(Object.fromEntries(kept)) as GeminiConfig, 'c:request')
  for (const [key] of kept) origins.recordKey(config, key, `d:extra.${key}`)
  const answer = answerForm(setting, tally)
  const opening = emitSystem(setting, config, answer.words, tally)
  const tools = emitTools(setting, tally)
  if (tools.length > 0) config.tools = tools
  emitConfig(setting, config, answer, tally)
  dropConflictingCache(config, tally)
  return { config, opening, head: tally.finishHead() }
}

function emitSystem(
  setting: Setting<GeminiRules>,
  config: GeminiConfig,
  form: string | null,
  tally: HeadTally,
): Content[] {
  const { agent, origins, counter, facts, model } = setting
  const texts = instructionTexts(agent, form)
  if (texts.length === 0) return []
  if (!facts.rules.system) {
    tally.say(
      systemAsUser(
        model ?? 'the model',
        texts.map(({ origin }) => origin),
      ),
    )
    const parts = texts.map(piece => {
      const part = fencedText(origins, piece.runs, piece.origin)
      tally.addInstructionText(piece, counter.text(part.text))
      return part
    })
    tally.addDeclaration('system', 'd:instruction', counter.message)
    return [origins.recordWhole({ role: 'user', parts }, 'd:instruction')]
  }
  const parts = texts.map((piece): TextPart => {
    const part = origins.recordWhole({ text: '' }, piece.origin)
    part.text = origins.joinRuns(part, 'text', piece.runs)
    tally.addInstructionText(piece, addCounts(counter.text(part.text), counter.message))
    return part
  })
  config.systemInstruction = origins.recordWhole({ parts }, 'd:instruction')
  return []
}

/**
 * Rule G9: drops an explicit cache if the request has fields that must be inside the cache. The tokens of a cache are
 * not counted, because only the server knows its size.
 */
function dropConflictingCache(config: GeminiConfig, tally: HeadTally): void {
  if (config.cachedContent === undefined) return
  const given = (['systemInstruction', 'tools', 'toolConfig'] as const).filter(
    key => config[key] !== undefined,
  )
  if (given.length === 0) return tally.addDeclaration('system', 'd:extra.cachedContent', formulaCount(0, 0))
  delete config.cachedContent
  tally.say(
    settingDropped(
      'cachedContent',
      `it cannot be combined with ${given.join(', ')}`,
      'd:extra.cachedContent',
    ),
  )
}
