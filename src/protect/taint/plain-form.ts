/** Runs of at least eight characters that may be base64. */
const base64 = /[\w+/-]{8,}={0,2}/g

/** Signs that are not seen: they split a value without changing how it looks. */
const invisible = /[\p{Cf}\p{Mn}]/gu

/** Returns a text without what people and models change when they write it again: case, blanks, accents, widths. */
const plainForm = (text: string): string =>
  text.normalize('NFKD').replace(invisible, '').replace(/\s+/g, '').toLowerCase()

/** Returns a text, and what it says when it is decoded, as plain forms. */
export function plainForms(text: string): readonly string[] {
  const decoded = [percentDecoded(text), ...base64Decoded(text)].filter(each => each !== null)
  return [...new Set([text, ...decoded].map(plainForm))].filter(form => form !== '')
}

function percentDecoded(text: string): string | null {
  if (!/%[\da-f]{2}/i.test(text)) return null
  // A stray percent sign leaves the rest readable.
  return text.replace(/(?:%[\da-f]{2})+/gi, run => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })
}

/** Returns what the runs of base64 in a text say, where it is a text. */
function base64Decoded(text: string): readonly string[] {
  const runs = text.match(base64) ?? []
  return runs.flatMap(run => {
    try {
      const bytes = Uint8Array.from(atob(run.replaceAll('-', '+').replaceAll('_', '/')), sign =>
        sign.charCodeAt(0),
      )
      const words = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      return /^[\P{C}\s]+$/u.test(words) ? [words] : []
    } catch {
      return []
    }
  })
}
