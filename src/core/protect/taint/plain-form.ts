/**
 * Invisible characters, which split a value without changing its look. The character that separates texts in the index
 * is one of them.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Mn}]/gu

/** Runs of at least eight characters that may be base64, even if an e-mail breaks them into lines. */
const base64 = /[\w+/-]{8,}(?:\r?\n[\w+/-]{4,})*={0,2}/g

/** Characters that group the digits of a number, such as in `25,000` or `+41-44`. */
const grouping = /(?<=\d)(?:[,.'\u2019](?=\d{3}(?!\d))|-(?=\d))/g

/** Forms in which a text is looked up in the sources. */
export interface PlainForms {
  /** The whole text: unchanged, with its digits ungrouped, and with its percents decoded. */
  readonly whole: readonly string[]
  /** Texts decoded from runs of base64 inside the text. */
  readonly decoded: readonly string[]
}

/**
 * Returns a text without differences that people and models introduce when they repeat it: case, blanks, accents,
 * widths.
 */
function plainForm(text: string): string {
  const bare = text.normalize('NFKD').replace(/\s+/g, '').replace(invisible, '')
  // Capitals come first: as capitals, `ß` and `SS` are equal, and so are both small forms of sigma.
  return bare.toUpperCase().toLowerCase().replaceAll('\u03c2', '\u03c3')
}

/** Returns the forms of a text, beginning with the unchanged one. Empty forms are omitted. */
export function plainForms(text: string): PlainForms {
  const plain = plainForm(text)
  const whole = [plain, plain.replace(grouping, ''), plainForm(percentDecoded(text))]
  const isFilledForm = (form: string): boolean => form !== ''
  return {
    whole: [...new Set(whole)].filter(isFilledForm),
    decoded: [...new Set(base64Decoded(text).map(plainForm))].filter(isFilledForm),
  }
}

function percentDecoded(text: string): string {
  // A single percent sign must not prevent decoding of the rest.
  return text.replace(/(?:%[\da-f]{2})+/gi, run => {
    try {
      return decodeURIComponent(run)
    } catch {
      return run
    }
  })
}

/** Returns the decoded texts of the runs of base64 in a text, if they decode to text. */
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
