import { schemaProblems } from '../../form/schema-problems.ts'
import { isObject, type JsonObject } from '../../ir/json.ts'
import { isTooDeep } from '../../text/depth.ts'
import { parseFencedJson } from '../../text/json.ts'
import { formatCount } from '../../text/number.ts'
import { type Refusal, StatementCheck } from './check-statement.ts'
import { refusalCounts } from './counts-of.ts'
import type { SummarizeInput, SummaryStatement } from './handler.ts'

/** A dropped statement of a summary, and the reason. */
export interface RefusedStatement {
  readonly text: string
  readonly why: Refusal
}

/** A checked summary, as it is stored in the log. */
export interface Summary {
  readonly statements: readonly SummaryStatement[]
  readonly refused: readonly RefusedStatement[]
  /** Summary as a value, if there is a schema. The statements are the texts in this value. */
  readonly value?: JsonObject
}

/** Maximum number of statements in a summary, and of characters in a statement. */
const mostStatements = 200
const longest = 2_000

/** Minimum share of statements that must pass the check; otherwise, the whole summary is rejected. */
const leastPassed = 1 / 2

/**
 * Reads the summary that a handler returned, and checks it against the messages. Throws an error that describes the
 * mistake.
 */
export function readSummary(given: unknown, input: SummarizeInput): Summary {
  const value = typeof given === 'string' ? parseObject(given) : given
  if (typeof value === 'string' && /^\s*(?:```\w*\s*)?[{[]/.test(value))
    throw new Error('it gave JSON that is not complete')
  const summary =
    input.schema === undefined
      ? readCheckedStatements(value, input)
      : readCheckedValue(value, input.schema, input)
  const length =
    summary.value === undefined
      ? summary.statements.reduce((sum, { text }) => sum + text.length, 0)
      : JSON.stringify(summary.value).length
  const whole = input.messages.reduce((sum, { text }) => sum + text.length, 0)
  if (length === 0) throw new Error('it gave an empty summary')
  if (length >= whole)
    throw new Error(`its summary is no shorter than the ${whole} characters of the messages`)
  return summary
}

/** Parses a text as a JSON object; returns the text if it is not one. */
function parseObject(text: string): unknown {
  const value = parseFencedJson(text)
  return isObject(value) ? value : text
}

function readCheckedStatements(value: unknown, { messages }: SummarizeInput): Summary {
  const given =
    typeof value === 'string' ? statementsFromLines(value) : isObject(value) ? value.statements : null
  if (!Array.isArray(given)) throw new Error('it gave neither a text nor { statements }')
  const statements = given.slice(0, mostStatements).map(readStatement)
  const check = new StatementCheck(messages)
  const judged = statements.map(statement => ({ statement, why: check.refusalReason(statement) }))
  const passed = judged.flatMap(({ statement, why }) => (why === null ? [statement] : []))
  const refused = judged.flatMap(({ statement: { text }, why }) => (why === null ? [] : [{ text, why }]))
  if (refused.length > 0 && passed.length < leastPassed * judged.length)
    throw new Error(
      `the messages do not support ${refused.length} of its ${formatCount(judged.length, 'statement')}: ${refusalCounts(refused)}`,
    )
  return { statements: passed, refused }
}

/** Returns a text as statements, one per line, with the references at the end of the line. */
export const statementsFromLines = (text: string): readonly SummaryStatement[] =>
  text
    .split('\n')
    .map(line => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .filter(line => line !== '')
    .map(line => {
      const [, said = line, references] = /^(.*\S)\s*\[(\d+(?:\s*,\s*\d+)*)\][.\s]*$/.exec(line) ?? []
      return references === undefined
        ? { text: said }
        : { text: said, from: references.split(',').map(Number) }
    })

function readStatement(given: unknown): SummaryStatement {
  if (!isObject(given) || typeof given.text !== 'string')
    throw new Error('it gave a statement without a text')
  const text = given.text.trim()
  if (text === '') throw new Error('it gave an empty statement')
  if (text.length > longest)
    throw new Error(`it gave a statement of ${text.length} characters, more than ${longest}`)
  if (given.from === undefined || given.from === null) return { text }
  if (!Array.isArray(given.from) || !given.from.every(each => Number.isSafeInteger(each)))
    throw new Error('it gave references that are no list of whole numbers')
  return { text, from: given.from }
}

function readCheckedValue(given: unknown, schema: JsonObject, { messages }: SummarizeInput): Summary {
  if (!isObject(given) || isTooDeep(given)) throw new Error('it gave no object that JSON can hold')
  // The value is checked as it will be sent.
  const value = JSON.parse(JSON.stringify(given)) as JsonObject
  if (!isObject(value)) throw new Error('it gave no object that JSON can hold')
  const problems = schemaProblems(value, schema)
  if (problems.length > 0)
    throw new Error(`its summary is not what the schema allows: ${problems.join('; ')}`)
  const check = new StatementCheck(messages)
  const statements = textsIn(value, JSON.stringify(schema)).map(text => ({ text }))
  const refused = statements.flatMap(({ text }) => {
    const why = check.refusalReason({ text })
    return why === null ? [] : [{ text, why }]
  })
  // Without one of its texts, the value might not match the schema, so the whole summary is rejected.
  if (refused.length > 0)
    throw new Error(`the messages do not support its summary: ${refusalCounts(refused)}`)
  return { statements, refused, value }
}

/** Returns the texts and numbers in a value, and its keys that the schema does not contain, outermost first. */
function textsIn(value: JsonObject, schema: string): readonly string[] {
  const texts: string[] = []
  let level: readonly unknown[] = [value]
  while (level.length > 0) {
    for (const item of level) {
      if ((typeof item === 'string' && item !== '') || typeof item === 'number') texts.push(String(item))
      if (isObject(item))
        for (const key of Object.keys(item)) if (!schema.includes(JSON.stringify(key))) texts.push(key)
    }
    level = level.flatMap(item => (typeof item === 'object' && item !== null ? Object.values(item) : []))
  }
  return texts
}
