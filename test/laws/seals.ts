import type { Part } from '../../src/core/ir/part.ts'
import { isTooDeep } from '../../src/core/text/depth.ts'
import type { Outcome } from './case.ts'
import { type Fields, fields, leavesOf, list } from './law.ts'
import { fatesOf } from './shown.ts'
import { isBase64 } from './thoughts.ts'

const sentinel = 'skip_thought_signature_validator'

/** Lists signatures of a request on texts, calls and files, with the origins of the signed parts. */
function sentSeals({
  result,
}: Outcome): { readonly value: string; readonly part: unknown; readonly origin: string }[] {
  const origins = new Map(result.map.map(({ pointer, segments }) => [pointer, segments[0]?.origin ?? '']))
  return list(fields(result.request).contents).flatMap((content, at) =>
    list(fields(content).parts).flatMap((part, index) => {
      const { thoughtSignature: value } = fields(part)
      if (typeof value !== 'string' || value === sentinel) return []
      const pointer = `/contents/${at}/parts/${index}`
      return [{ value, part, origin: origins.get(`${pointer}/thoughtSignature`) ?? '' }]
    }),
  )
}

const sealOf = (part: Part | undefined): string | undefined =>
  part?.kind === 'text' || part?.kind === 'tool-call' || part?.kind === 'file' ? part.seal?.value : undefined

/** Returns the signature of a part: its own seal, or that of the thought or the provider's own item in it. */
function signedWith(part: Part | undefined): unknown {
  const kept =
    part?.kind === 'opaque' ? part.payload : part && 'extra' in part ? part.extra?.fields : undefined
  const { google } = fields(fields(kept).providerOptions)
  // As the AI SDK keeps it (O11).
  if (fields(google).thoughtSignature !== undefined) return fields(google).thoughtSignature
  if (part?.kind === 'reasoning') return fields(part.native?.payload).thoughtSignature
  if (part?.kind === 'opaque') return part.payload.thoughtSignature
  return sealOf(part)
}

/** Returns the key by which two signed calls are the same; null for a call without an id. */
const doubleOf = ({ id, name, args }: Fields, seal: string): string | null =>
  typeof id === 'string' && id !== '' ? JSON.stringify([id, name, args, seal]) : null

/** Whether a part goes out just as it came in, so that its signature holds. */
function isSame(part: Part): boolean {
  if (leavesOf(part).some(({ text }) => !text.isWellFormed())) return false
  if (part.kind === 'text') return part.text !== '' && !/<\/?context:/i.test(part.text)
  if (part.kind !== 'tool-call') return false
  const { arguments: given, name, freeform } = part
  const legal = /^[a-zA-Z_][\w.:-]{0,63}$/.test(name) && !freeform
  return legal && !isTooDeep(given) && typeof given === 'object' && given !== null && !Array.isArray(given)
}

/** Checks that signatures are on the very parts that they came with, and that none is lost that can be sent (G6). */
export function checkSeals(outcome: Outcome): string[] {
  const { conversation, result } = outcome
  if (result.target !== 'gemini') return []
  const complaints: string[] = []
  const sent = sentSeals(outcome)
  for (const { value, origin } of sent) {
    const [, seq, index] = /^e:(\d+)\.(\d+)$/.exec(origin) ?? []
    const part = seq === undefined ? undefined : conversation.session.event(Number(seq)).parts[Number(index)]
    if (signedWith(part) !== value) complaints.push(`a signature from a ${part?.kind ?? 'part of nobody'}`)
  }
  if (!/gemini-(?!2\.0|nobody)/.test(result.model ?? '')) return complaints
  const origins = new Set(sent.map(({ origin }) => origin))
  // A call that was stored twice is sent once.
  const once = new Set(sent.map(({ value, part }) => doubleOf(fields(fields(part).functionCall), value)))
  for (const { unit, fate, edits } of fatesOf(outcome)) {
    if (
      fate !== 'kept' ||
      unit.kind !== 'model' ||
      edits.includes('attributed') ||
      edits.includes('rendered')
    )
      continue
    for (const { seq, from, to } of unit.spans)
      for (const [index, part] of conversation.session.event(seq).parts.slice(from, to).entries()) {
        const seal = part.kind === 'text' || part.kind === 'tool-call' ? part.seal : undefined
        const own = seal?.model === undefined || seal.model === result.model
        if (seal?.format !== 'gemini' || !isBase64(seal.value) || !own || !isSame(part)) continue
        const { id, name, arguments: args } = fields(part)
        if (part.kind === 'tool-call' && id && once.has(doubleOf({ id, name, args }, seal.value))) continue
        if (!origins.has(`e:${seq}.${from + index}`))
          complaints.push(`a ${part.kind} that lost its signature`)
      }
  }
  return complaints
}
