import type { EventInput } from '../../core/ir/event.ts'
import { isJsonText } from '../../core/text/json.ts'

/** Start of a code block that is marked as JSON or names no language. */
const fence = /```(?:json)?[^\S\n]*\n/gi

/** Returns the contents of a text's closed code blocks. */
function codeBlocksIn(text: string): readonly string[] {
  const blocks: string[] = []
  let from = 0
  for (const { 0: begin, index } of text.matchAll(fence)) {
    if (index < from) continue
    const start = index + begin.length
    const end = closingFence(text, start)
    if (end < 0 || blocks.length > 1) break
    blocks.push(text.slice(start, end))
    from = end + 3
  }
  return blocks
}

/**
 * Returns the position of the fence that closes a code block: the first one at the start of a line. JSON texts may
 * contain further fences.
 */
function closingFence(text: string, start: number): number {
  for (let at = text.indexOf('```', start); at >= 0; at = text.indexOf('```', at + 3)) {
    let begin = at
    while (begin > start && isIndentCharacter(text[begin - 1])) begin--
    if (begin === start || text[begin - 1] === '\n') return at
  }
  return text.indexOf('```', start)
}

const isIndentCharacter = (char = ''): boolean => /[^\S\n]/.test(char)

/**
 * Returns the JSON value inside an answer that also has words or a code fence around it. Null if the whole answer is
 * JSON, or if it contains no or several JSON values.
 */
export function findOnlyJson(text: string): string | null {
  if (isJsonText(text)) return null
  const blocks = codeBlocksIn(text)
  if (blocks.length > 1) return null
  const [inside = text] = blocks
  const begin = inside.search(/[[{]/)
  const end = Math.max(inside.lastIndexOf('}'), inside.lastIndexOf(']'))
  if (blocks.length === 1 && isJsonText(inside)) return inside.trim()
  if (begin < 0 || end < begin) return null
  const value = inside.slice(begin, end + 1)
  return isJsonText(value) ? value : null
}

/**
 * Returns the events of an answer whose text is replaced by its JSON. The parsed value is stored under the agent's
 * state key. A text that the provider signed stays unchanged, and several texts too.
 */
export function replaceTextByJson(events: readonly EventInput[], json: string): readonly EventInput[] {
  const texts = events.flatMap(event => event.parts ?? []).filter(part => part.kind === 'text')
  const said = texts.map(({ text }) => text).join('')
  const only = texts.length === 1 && texts[0]?.seal === undefined ? texts[0] : undefined
  return events.map(event => {
    const { parts: own, actions } = event
    const set = Object.entries(actions?.state?.set ?? {}).map(([key, value]) => [
      key,
      value === said ? JSON.parse(json) : value,
    ])
    return {
      ...event,
      ...(own && { parts: own.map(part => (part === only ? { ...only, text: json } : part)) }),
      ...(actions?.state && {
        actions: { ...actions, state: { ...actions.state, set: Object.fromEntries(set) } },
      }),
    }
  })
}
