import { describe, expect, test } from 'vitest'
import { findPii } from '../../src/core/protect/detect/find.ts'
import { redact } from '../../src/core/protect/redact.ts'
import { decodeReadings } from '../../src/core/protect/spelling/readings.ts'
import { createSession } from '../../src/core/session/create.ts'
import { words } from './protected-request.ts'

const value = 'anna@example.org'
const hexOf = (text: string): string => Buffer.from(text).toString('hex')
const each = (one: (code: number) => string): string =>
  [...value].map(sign => one(sign.charCodeAt(0))).join('')
const mail = `From: the desk of somebody\nTo: ${'x'.repeat(30)} and ${value} who reads this line ${'y'.repeat(40)}`
/** Returns the text that a reader sees after decoding a few times. */
function readBy(text: string): string {
  let all = text
  for (let depth = 0; depth < 4; depth++)
    all = all
      .replace(/%([0-9a-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
      .replace(/\\+(?:u00|x|u\{)([0-9a-f]{2})\}?/gi, (_, digits) =>
        String.fromCharCode(Number.parseInt(digits, 16)),
      )
      .replace(/&(?:amp|#38);/g, '&')
      .replace(/&#x([0-9a-f]+);/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16)))
      .replace(/&#(\d+);/g, (_, digits) => String.fromCharCode(Number(digits)))
      .replace(/&commat;|&period;/g, one => (one === '&period;' ? '.' : '@'))
      .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
  const bytes = [0, 1, 2, 3].flatMap(at =>
    (all.replace(/(?:\\+r)?\\+n|\r?\n/g, '').match(/[\w+/-]{12,}/g) ?? []).map(run =>
      Buffer.from(run.slice(at), 'base64').toString('latin1'),
    ),
  )
  const hex = (all.match(/(?:[0-9a-f]{2}){6,}/gi) ?? []).map(run => Buffer.from(run, 'hex').toString())
  return [all, ...bytes, ...hex].join('\n')
}

const requestOf = (...texts: string[]): Promise<string> =>
  words(
    createSession({ events: texts.map(text => ({ author: 'user', text })) }),
    {},
    { protect: [redact({ pii: ['email'] })] },
  )

const wrapped = (text: string, end: string): string =>
  (
    Buffer.from(text)
      .toString('base64')
      .match(/.{1,76}/g) as string[]
  ).join(end)

/** Ways to write the value, and what of each is left when it is replaced. */
const spellings: Readonly<Record<string, string>> = {
  'percent-encoding': 'https://x.example/?mail=anna%40example.org&r=1',
  'percent-encoding of more than needed': '%61nna%40example%2Eorg',
  'percent-encoding twice': 'x=anna%2540example.org',
  'JSON escapes': '{"mail":"anna\\u0040example.org"}',
  'JSON escapes, doubled': '{"body":"{\\"mail\\":\\"anna\\\\u0040example.org\\"}"}',
  'an escape of each character': each(code => `\\u00${code.toString(16)}`),
  'escapes of JavaScript': 'anna\\x40example.org and \\u{61}nna',
  'a decimal entity': 'anna&#64;example.org',
  'a hex entity': 'anna&#x40;example.org',
  'a named entity': 'anna&commat;example&period;org',
  'an entity of each character': each(code => `&#${code};`),
  'an entity in an entity': 'anna&amp;#64;example.org',
  base64: `see ${Buffer.from(value).toString('base64')}.`,
  'base64 after other signs': `/${Buffer.from(`mail=${value};`).toString('base64')}`,
  'base64 of escapes': Buffer.from('{"mail":"anna\\u0040example.org"}').toString('base64'),
  'wrapped base64': wrapped(mail, '\n'),
  'base64 wrapped as mail does': wrapped(mail, '\r\n'),
  'base64 wrapped in JSON': JSON.stringify({ body: wrapped(mail, '\n') }),
  hex: `0x${hexOf(value)}`,
  'upper hex': hexOf(`<${value}>`).toUpperCase(),
  'a soft hyphen inside': 'an\u00adna@example.org',
  'zero-width signs inside': 'anna\u200b@exam\u2060ple.org\ufeff',
}

describe.each(Object.entries(spellings))('%s', (_, text) => {
  test('a detector finds the value, and only that', () => {
    const found = findPii(`Look: ${text} here`, ['email'])
    expect(found.map(span => span.value ?? `Look: ${text} here`.slice(span.start, span.end))).toEqual([value])
  })
  test('it is replaced where it is unseen', async () => {
    expect(await requestOf(text)).toContain('[secret:email:1]')
    expect(readBy(await requestOf(text))).not.toContain('example.org')
  })
  test('a known value is replaced', async () => {
    const request = await requestOf(`I am ${value}.`, text)
    expect(request.split('[secret:email:1]').length).toBeGreaterThan(2)
    expect(readBy(request)).not.toContain('example.org')
  })
})

test.each(['%74ulip-Z%C3%BCrich9', 't&#117;lip-Z\\u00fcrich9', 'tulip-Z\u00fcri\u00adch9'])(
  'a pattern finds what %s says',
  async text => {
    const protect = [redact({ patterns: [/tulip-\S+9/] })]
    const session = createSession({ events: [{ author: 'user', text: `A ${text} or two` }] })
    expect(await words(session, {}, { protect })).toContain('A [secret:pattern:1] or two')
  },
)

test('a file whose media type holds a known value is withheld', async () => {
  const session = createSession({
    events: [
      { author: 'user', text: `I am ${value}.` },
      {
        author: 'user',
        parts: [{ kind: 'file', mediaType: `text/${value}`, source: { type: 'base64', data: 'SGk=' } }],
      },
    ],
  })
  const request = await words(session, {}, { protect: [redact({ pii: ['email'] })] })
  expect(request).not.toContain('example.org')
  expect(request).toContain('withheld')
})

test.each(['%61', '\\u0061', '&#64;', 'QUJDRUZH', 'aGVsbG8gd29ybGQg', '6162', '%25', 'x y%20', '\\', '&'])(
  'four times the text of %j has four times the characters to read',
  unit => {
    const size = (length: number): number =>
      decodeReadings(unit.repeat(length / unit.length)).reduce((all, { text }) => all + text.length, 0)
    expect(size(40_000)).toBeLessThanOrEqual(4.2 * size(10_000))
    expect(size(40_000)).toBeLessThan(40_000 * 4)
  },
)
