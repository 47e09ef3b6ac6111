import type { HandleSource } from '../agent/expand-tool.ts'
import type { Expanded } from '../context/operation/compact/expand.ts'
import type { Part } from '../ir/part.ts'
import type { ResultContent } from '../ir/result.ts'
import type { Program } from '../program/program.ts'
import { toJson } from '../text/json.ts'

/**
 * Returns handles of which only content that stands in a conversation is shown. Some servers number the calls of each
 * conversation, so a request that is known by the id of a call may be of another conversation, if the call's own request
 * was made by another process. `read` reads the conversation before the call, and is asked for once. `choose` returns the
 * requests to look in; if several of them have different content, none is shown.
 */
export function handlesWithin(
  read: () => Program,
  choose: (conversation: Program) => readonly HandleSource[],
): HandleSource {
  let known: { readonly sources: readonly HandleSource[]; readonly texts: readonly string[] } | null = null
  const open = () => {
    const conversation = read()
    const texts = conversation.session.events.flatMap(({ parts }) => parts.flatMap(contentTexts))
    return { sources: choose(conversation), texts }
  }
  return {
    expand(handle) {
      known ??= open()
      const { sources, texts } = known
      const found = sources.map(source => source.expand(handle))
      const own = new Map(
        found
          .filter(each => each.ok && expandedTexts(each).every(text => isIn(texts, text)))
          .map(each => [toJson(each as never), each] as const),
      )
      const [only] = own.values()
      if (only !== undefined && own.size === 1) return only
      const refused = found.every(({ ok }) => !ok) ? found.at(-1) : undefined
      return (
        refused ?? {
          ok: false,
          message: `the request that showed the handle ${handle} is not known any more`,
        }
      )
    },
  }
}

const isIn = (texts: readonly string[], text: string): boolean =>
  texts.some(whole => isProtectedForm(text, whole))

const expandedTexts = (found: Expanded & { readonly ok: true }): readonly string[] =>
  found.text !== undefined ? [found.text] : found.content.flatMap(contentTexts)

/** Returns the texts of a part that a handle may stand for. Data are written as JSON. */
function contentTexts(part: Part | ResultContent): readonly string[] {
  switch (part.kind) {
    case 'text':
      return [part.text]
    case 'data':
      return [toJson(part.value)]
    case 'tool-result':
      return part.content.flatMap(contentTexts)
    case 'tool-call':
    case 'reasoning':
    case 'file':
    case 'opaque':
      return []
  }
}

/** Whether a text is the same as another, in which values may be replaced by placeholders. */
function isProtectedForm(text: string, whole: string): boolean {
  const pieces = text.split(/\[secret:[\w-]+:\w+\]/)
  const [first = '', last = ''] = [pieces[0], pieces.at(-1)]
  if (pieces.length === 1) return text === whole
  if (!whole.startsWith(first)) return false
  let at = first.length
  for (const piece of pieces.slice(1, -1)) {
    const next = whole.indexOf(piece, at)
    if (next === -1) return false
    at = next + piece.length
  }
  return whole.length - last.length >= at && whole.endsWith(last)
}
