import { oneOf } from '../../form/check.ts'
import { type Field, oneOrList } from '../../form/field.ts'
import { type FormOf, formCheck, formField } from '../../form/form.ts'
import { nonEmptyText } from '../../form/quantities.ts'
import { type Event, roleOfAuthor, type Visibility } from '../../ir/event.ts'
import type { Part, PartKind } from '../../ir/part.ts'
import type { UnitRole, Where } from '../../ir/policy.ts'
import type { UnitTable } from '../../session/unit/unit-table.ts'
import type { SelectorDefinition, UnitTest } from '../definition/selector.ts'
import { roleIn } from './speaker.ts'
import { readableTexts, textTest, textTestField } from './text-test.ts'

const unitRoles = ['user', 'developer', 'model', 'tool'] as const satisfies readonly UnitRole[]

const partKinds = [
  'text',
  'reasoning',
  'tool-call',
  'tool-result',
  'file',
  'data',
  'opaque',
] as const satisfies readonly PartKind[]

const visibilities = ['user', 'internal'] as const satisfies readonly Visibility[]

const wordField = (description: string): Field =>
  oneOrList(nonEmptyText, { type: 'string', minLength: 1 }, description)

const choiceField = (known: readonly string[], description: string): Field =>
  oneOrList(oneOf(known), { enum: known }, description)

const asked: FormOf<Where> = {
  title: 'Conditions for a unit.',
  needs: {},
  takes: {
    text: textTestField,
    id: wordField('Id of a message that it was made from.'),
    author: wordField('Author: user, developer, tool, or the name of an agent.'),
    role: choiceField(unitRoles, 'Role.'),
    type: choiceField(partKinds, 'Kind of a part that it has.'),
    tag: wordField('Name of a tag that one of its parts has.'),
    tool: wordField('Name of a tool that it calls, or whose result it has.'),
    visibility: choiceField(visibilities, 'Whether streams to users show its first event.'),
  },
  rule: {
    check(read, at) {
      if (Object.keys(read as Where).length === 0)
        throw at.wrong('has no condition', { help: 'C.all() selects every unit' })
    },
    schema: { minProperties: 1 },
  },
}

/** Rejects conditions without any property to match. */
export const assertWhere = formCheck(asked)

/** Returns the check and schema of a field with conditions on a unit. */
export const whereField = (description: string): Field => formField(asked, description)

/** Selector of units that match all given properties; a list matches if one of its items matches. */
export const whereSelector = {
  by: 'where',
  made: 'where',
  form: {
    title: 'Units that meet all given conditions. A list is met by any of its values.',
    needs: {
      where: formField(asked),
    },
  },
  goesBy: 'content',
  test: ({ where: given }, rows, eventAt) => unitTestOf(given, rows, eventAt),
  names: ({ where: { author = [] } }) => (typeof author === 'string' ? [author] : author),
  // A tool's result is in the unit of the agent that made the call.
  mayShow: ({ where: { author, role } }, name) =>
    matchesAny(author, [name, 'tool']) && matchesAny(role, ['model', 'tool']),
} satisfies SelectorDefinition<'where'>

const matchesAny = (given: string | readonly string[] | undefined, any: readonly string[]): boolean => {
  const list = listOrNull(given)
  return list === null || any.some(one => list.includes(one))
}

function unitTestOf(given: Where, rows: UnitTable, eventAt: (seq: number) => Event): UnitTest {
  const authors = listOrNull(given.author)
  const roles = listOrNull(given.role)
  const visible = listOrNull(given.visibility)
  const ids = listOrNull(given.id)
  const asksParts = [given.type, given.tag, given.tool, given.text].some(field => field !== undefined)
  const holds = partTest(given)
  const partsOf = (unit: number): Part[] =>
    rows.unit(unit).spans.flatMap(({ seq, from, to }) => eventAt(seq).parts.slice(from, to))
  // Results are placed in the unit of their calls.
  const isAnswered = (unit: number): boolean =>
    rows.unit(unit).spans.some(({ seq }) => roleOfAuthor(eventAt(seq).author) === 'tool')
  const listsAuthorOrRole = (list: readonly string[] | null, unit: number, said: string): boolean =>
    list === null || list.includes(said) || (list.includes('tool') && isAnswered(unit))
  const isNamed = (unit: number): boolean =>
    rows.unit(unit).spans.some(({ seq }) => appMessageIds(eventAt(seq)).some(name => ids?.includes(name)))
  return unit =>
    listsAuthorOrRole(authors, unit, rows.authorOf(unit)) &&
    listsAuthorOrRole(roles, unit, roleIn(rows, unit)) &&
    (visible === null || visible.includes(eventAt(rows.seqOf(unit)).visibility ?? 'user')) &&
    (ids === null || isNamed(unit)) &&
    (!asksParts || holds(partsOf(unit)))
}

/**
 * Returns the ids of the app's messages from which an event was made. A runner records the ids of the messages that it
 * received.
 */
const appMessageIds = ({ id, actions }: Event): string[] =>
  [id ?? [], actions?.run?.received?.id ?? []].flat()

/** Returns a test of a unit's parts: whether, for each given property, at least one part matches. */
function partTest({ type, tag, tool, text }: Where): (parts: readonly Part[]) => boolean {
  const types = listOrNull(type)
  const tags = listOrNull(tag)
  const tools = listOrNull(tool)
  const holds = text === undefined ? null : textTest(text)
  return parts =>
    (!types || parts.some(({ kind }) => types.includes(kind))) &&
    (!tags || parts.some(part => 'tag' in part && part.tag !== undefined && tags.includes(part.tag.name))) &&
    (!tools || parts.some(part => isOfTools(part, tools))) &&
    (!holds || parts.some(part => readableTexts(part).some(holds)))
}

/** Whether a part is a call of one of these tools, or the result of such a call. */
const isOfTools = (part: Part, tools: readonly string[]): boolean =>
  (part.kind === 'tool-call' || part.kind === 'tool-result') &&
  part.name !== undefined &&
  tools.includes(part.name)

const listOrNull = <Value extends string>(
  given: Value | readonly Value[] | undefined,
): readonly Value[] | null => (given === undefined ? null : typeof given === 'string' ? [given] : given)
