/** HTML text that is safe to insert into a page. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = Html | string | number | null | false | readonly Html[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Escapes a text for HTML. Control characters are replaced, because a page must not contain them, and a terminal that
 * prints the page's source could execute them.
 */
const escapeText = (text: string): string =>
  text
    .replace(/[&<>"']/g, sign => entities[sign] as string)
    .replace(/\p{Cc}/gu, sign => (sign === '\n' || sign === '\t' ? sign : '\ufffd'))

function markup(value: Value): string {
  if (value === null || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'string' || typeof value === 'number') return escapeText(String(value))
  return value.map(item => item.text).join('')
}

/** Template tag for HTML. Inserted values are escaped, unless they are safe HTML themselves. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings.reduce((text, piece, index) => text + piece + markup(values[index] ?? ''), ''))
}
