import { type Fields, fieldsOf, isAbsentOrNull, listOfShape, textOfShape } from '../shape.ts'
import { type Check, pointerOf } from './check.ts'

/**
 * Types of content parts that may have a cache breakpoint, by API. Source: openai 6.49.0, `prompt_cache_breakpoint`.
 */
const holders = {
  responses: ['input_text', 'input_image', 'input_file'],
  chat: ['text', 'image_url', 'input_audio', 'file', 'refusal'],
} as const

/**
 * Checks the place and value of each `prompt_cache_breakpoint` (rules R20, C14). Source: Kilo-Org/kilocode#13052,
 * ENTERPILOT/GoModel#861.
 */
export const checkBreakpoints = (
  items: readonly Fields[],
  { facts, report }: Check,
  api: keyof typeof holders,
): void => {
  const rule = api === 'responses' ? 'R20' : 'C14'
  const list = api === 'responses' ? 'input' : 'messages'
  if (facts.cacheBreakpoints === null) return
  items.forEach((item, at) => {
    for (const key of ['content', 'output'] as const) {
      listOfShape(item[key])
        .map(fieldsOf)
        .forEach((piece, place) => {
          if (isAbsentOrNull(piece.prompt_cache_breakpoint)) return
          const param = `${list}[${at}].${key}[${place}].prompt_cache_breakpoint`
          const known: readonly string[] = holders[api]
          if (facts.cacheBreakpoints === false)
            report(rule, pointerOf(param), 'prompt_cache_breakpoint is not supported on this model', {
              param,
              code: 'unsupported_parameter',
            })
          else if (!known.includes(textOfShape(piece.type)))
            report(rule, pointerOf(param), `Unknown parameter: '${param}'.`, {
              param,
              code: 'unknown_parameter',
            })
        })
    }
  })
}
