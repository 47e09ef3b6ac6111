import { type Check, check } from '../../form/check.ts'
import { wrongValueError } from '../../form/describe.ts'
import { type Field, field, filledText, oneOrList } from '../../form/field.ts'
import { type FormOf, formCheck, formSchema } from '../../form/form.ts'
import { nonEmptyText } from '../../form/quantities.ts'
import { isObject } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import type { TextPattern, TextTest } from '../../ir/policy.ts'
import type { ResultContent } from '../../ir/result.ts'
import { toJson } from '../../text/json.ts'

/**
 * Compiles a pattern. The flags `g` and `y` are not allowed, because they would make a test depend on earlier calls.
 */
const compilePattern = ({ pattern, flags = '' }: TextPattern): RegExp => new RegExp(pattern, flags)

const flags = check(
  'some of the flags i, m, s, u, v',
  value => typeof value === 'string' && /^[imsuv]*$/.test(value),
)

const patternForm: FormOf<TextPattern> = {
  title: 'A regular expression.',
  needs: { pattern: filledText('Its source.') },
  takes: { flags: field(flags, { type: 'string' }, 'Its flags, of i, m, s, u, v.') },
  rule: {
    check(read, at) {
      const given = read as TextPattern
      try {
        compilePattern(given)
      } catch {
        throw wrongValueError('a regular expression', given.pattern, at.in('pattern'))
      }
    },
    schema: {},
  },
}

const assertTextTest: Check = (value, at) => {
  if (typeof value === 'string') return nonEmptyText(value, at)
  if (!isObject(value)) throw wrongValueError('a text, or a regular expression', value, at)
  formCheck(patternForm)(value, at)
}

/** Check and schema of a text that a unit must contain. */
export const textTestField: Field = oneOrList(
  assertTextTest,
  { anyOf: [{ type: 'string', minLength: 1 }, formSchema(patternForm)] },
  'Text, or regular expression, that one of its texts holds.',
)

/** Returns conditions in which each regular expression is written as plain data; other values are unchanged. */
export function plainTexts<Asked>(asked: Asked): Asked {
  if (!isObject(asked) || asked.text === undefined) return asked
  const plainTextTest = (test: unknown): unknown =>
    test instanceof RegExp
      ? { pattern: test.source, ...patternFlags(test.flags.replace(/[dgy]/g, '')) }
      : test
  return {
    ...asked,
    text: Array.isArray(asked.text) ? asked.text.map(plainTextTest) : plainTextTest(asked.text),
  }
}

const patternFlags = (flags: string): object => (flags === '' ? {} : { flags })

/** Returns a test of whether a text contains any of the requested texts. */
export function textTest(asked: TextTest | readonly TextTest[]): (text: string) => boolean {
  const tests = [asked].flat().map((test: TextTest): ((text: string) => boolean) => {
    if (typeof test === 'string') return text => text.includes(test)
    const expression = compilePattern(test)
    return text => expression.test(text)
  })
  return text => tests.some(test => test(text))
}

/** Returns the texts of a part that a person could have read: messages, arguments and results. */
export function readableTexts(part: Part): readonly string[] {
  switch (part.kind) {
    case 'tool-call':
      return [typeof part.arguments === 'string' ? part.arguments : toJson(part.arguments)]
    case 'tool-result':
      return part.content.map(contentText)
    case 'reasoning':
      return []
    case 'text':
    case 'data':
    case 'file':
    case 'opaque':
      return [contentText(part)]
  }
}

function contentText(content: ResultContent): string {
  if (content.kind === 'text') return content.text
  return content.kind === 'data' ? toJson(content.value) : ''
}
