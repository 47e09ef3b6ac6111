import type { Secret } from './secret.ts'

/** Characters of a random part that nobody may see in a row. */
const most = 8

/** Something that leaves a session, by its name. */
export type Exit = readonly [name: string, value: unknown]

const unescaped = (text: string): string =>
  text.replace(/\\(?:u([0-9a-f]{4})|(.))/gis, (_, hex: string | undefined, one: string) =>
    hex === undefined
      ? ({ n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }[one] ?? one)
      : String.fromCharCode(Number.parseInt(hex, 16)),
  )

const fromPercents = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, run => Buffer.from(run.replaceAll('%', ''), 'hex').toString())

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const fromEntities = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (whole, digits?: string, hex?: string, name = '') =>
    digits
      ? String.fromCodePoint(Number(digits))
      : hex
        ? String.fromCodePoint(Number.parseInt(hex, 16))
        : (entities[name] ?? whole),
  )

/** Runs that are no words: eight secret characters take eleven of base64. */
const fromBase64 = (text: string): string =>
  [...new Set(text.match(/[\w+/-]{11,}/g))]
    .filter(run => /[A-Z].*[a-z0-9]|[a-z0-9].*[A-Z]/.test(run))
    .flatMap(run => [0, 1, 2, 3].map(at => Buffer.from(run.slice(at), 'base64').toString('latin1')))
    .join('\n')

/** Returns a text and all that a reader who decodes it can see in it. */
function viewsOf(text: string): readonly string[] {
  const plain = [text]
  for (let depth = 0; depth < 3 && plain.at(-1)?.includes('\\'); depth++)
    plain.push(unescaped(plain.at(-1) as string))
  const decoded = plain.flatMap(each => [
    each,
    ...(each.includes('%') ? [fromPercents(each), fromPercents(each).replaceAll('+', ' ')] : []),
    ...(each.includes('&') ? [fromEntities(each)] : []),
  ])
  return [...new Set([...decoded, fromBase64(text)])]
}

/** Returns the longest run of `part` that a text shows, if it has more characters than anybody may see. */
function shownRun(text: string, part: string): string | null {
  if (part.length < most) return text.includes(part) ? part : null
  // A run of so many characters holds one of these blocks whole.
  for (let at = 0; at + 4 <= part.length; at += 5)
    for (
      let found = text.indexOf(part.slice(at, at + 4));
      found >= 0;
      found = text.indexOf(part.slice(at, at + 4), found + 1)
    ) {
      let [start, end] = [at, at + 4]
      while (start > 0 && part[start - 1] === text[found + start - 1 - at]) start--
      while (end < part.length && part[end] === text[found + end - at]) end++
      if (end - start >= most) return part.slice(start, end)
    }
  return null
}

const latin = (text: string): string => Buffer.from(text).toString('latin1')

/** Returns what leaves although it is secret. */
export function leaksOf(exits: readonly Exit[], secrets: readonly Secret[]): string[] {
  return exits.flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    if (text === undefined) return []
    const views = viewsOf(text)
    return secrets.flatMap(({ kind, random }) => {
      const parts = random.flatMap(part => [part, ...(latin(part) === part ? [] : [latin(part)])])
      for (const view of views)
        for (const part of parts) {
          const run = shownRun(view, part)
          const place = run === null ? -1 : view.indexOf(run)
          if (run !== null)
            return [
              `${name} shows ${kind}: ${JSON.stringify(view.slice(Math.max(0, place - 60), place + 40))}`,
            ]
        }
      return []
    })
  })
}
