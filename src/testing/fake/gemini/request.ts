import type { GeminiFacts } from '../facts.ts'
import { type Fields, fieldsOf, listOfShape, textOfShape } from '../shape.ts'
import { collectViolations, type Violation } from '../violation.ts'
import { mergeCachedContent } from './caches.ts'
import type { Check } from './check.ts'
import { checkParts, checkSystem, readTurns } from './contents.ts'
import { geminiFacts } from './facts.ts'
import { checkOrder, checkSignatures } from './order.ts'
import { checkParams } from './params.ts'
import { checkTools } from './tools.ts'

/** Top-level fields of the parameters that a client passes to `generateContent`. */
const known = new Set(['model', 'contents', 'config'])

/** Facts that the checks need, but that the request does not contain. */
export interface Knowledge {
  readonly facts: Partial<GeminiFacts>
  readonly producerOf: ((signature: string) => string | undefined) | null
  /** Explicit caches by name; null if cache names are not checked. */
  readonly caches: Readonly<Record<string, unknown>> | null
}

/** Returns all rules that the parameters of a `generateContent` call break, in the API's order of reporting. */
export const checkGemini = (sent: Fields, { facts, producerOf, caches }: Knowledge): readonly Violation[] => {
  const { found, report } = collectViolations()
  const model = textOfShape(sent.model)
  if (listOfShape(sent.contents).length === 0) report('G20', '/contents', 'contents are required')
  const request = caches === null ? sent : mergeCachedContent(sent, caches, report)
  if (model === '') report('shape', '/model', 'model is required and must be a string')
  for (const key of Object.keys(request).filter(name => !known.has(name)))
    report('shape', `/${key}`, `Invalid JSON payload received. Unknown name "${key}": Cannot find field.`)
  const turns = readTurns(listOfShape(request.contents), report)
  const config = fieldsOf(request.config)
  const check: Check = {
    model,
    config,
    turns,
    facts: { ...geminiFacts(model), ...facts },
    producerOf,
    report,
  }
  checkSystem(check)
  checkParts(check)
  checkTools(check)
  checkParams(check)
  checkOrder(check)
  checkSignatures(check)
  return found
}

/** Returns a generateContent response with only the required fields. */
export const replyGemini = (request: Fields): Fields => ({
  candidates: [{ content: { role: 'model', parts: [{ text: 'OK' }] }, finishReason: 'STOP', index: 0 }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  modelVersion: textOfShape(request.model),
  responseId: 'fake',
})
