import { noteLevels } from '../agent/levels.ts'
import { readAgent } from '../agent/read-agent.ts'
import { assertFunction, assertList, check } from '../form/check.ts'
import type { DeclarationError } from '../form/declaration-error.ts'
import { describe } from '../form/describe.ts'
import type { Family } from '../form/family.ts'
import { type Field, field, functionField, readField } from '../form/field.ts'
import { type Form, type FormOf, readForm } from '../form/form.ts'
import { schemaReference } from '../form/json-schema.ts'
import type { Path } from '../form/path.ts'
import { unknownKindError } from '../form/suggest.ts'
import { isObject } from '../ir/json.ts'
import { isStateStep } from '../state/step.ts'
import { keyField } from '../template/key-field.ts'
import { type Group, isGroup, type Member, type Tap } from './member.ts'
import { waysField } from './read-branch.ts'
import { isStepKind, readStep, stepKinds } from './read-step.ts'
import { membersOf } from './walk.ts'

/** Members that were already read and need not be read again. */
const known = new WeakSet<object>()

/**
 * Returns a member in its normal form, with all members inside it. Throws a TypeError that names the place (`at`) of an
 * invalid member.
 */
export function readMember(input: unknown, at: Path): Member {
  if (!isObject(input) || input instanceof Promise) throw noMember(input, at)
  if (known.has(input) || isStateStep(input)) return input as unknown as Member
  if (!('kind' in input)) {
    // An object with `members` is a group whose kind is missing, rather than an agent with an unknown field.
    if ('members' in input) throw unknownKindError('kind of member', undefined, kinds, at.in('kind'))
    return readAgent(input, at)
  }
  const { kind, ...fields } = input
  if (isStepKind(kind)) return readStep(input, at)
  if (typeof kind !== 'string' || !Object.hasOwn(memberForms, kind) || (kind === 'tap' && at.isData))
    throw unknownKindError('kind of member', kind, kinds, at.in('kind'))
  at.assertDepth()
  const { form } = memberForms[kind as keyof typeof memberForms]
  return freezeMember({ kind, ...readForm(form, fields, at) } as unknown as Member, at)
}

/** Freezes a member and records that it was read. */
export function freezeMember<Made extends Member>(member: Made, at: Path | null = null): Made {
  // A group that was read from data may lack its invalid members, so its nesting is not recorded.
  if (isGroup(member) && !at?.isData) noteLevels(member, membersOf(member), at)
  known.add(Object.freeze(member))
  return member
}

const memberField = (description: string): Field =>
  readField(readMember, schemaReference('member'), description)

/** Returns the form of a group with a list of members. */
const rowForm = (title: string, about: string) =>
  ({
    title,
    needs: {
      members: readField(
        (value, at) => Object.freeze(at.readEach(assertList(value, at), readMember)),
        { type: 'array', items: schemaReference('member'), minItems: 1 },
        about,
      ),
    },
    takes: {},
    rule: {
      check(read, at) {
        if ((read as { readonly members: readonly Member[] }).members.length === 0)
          throw at.wrong('has no members', { help: 'give at least one' })
      },
      schema: {},
    },
  }) satisfies Form

const loopRow = rowForm(
  'Members that run one after the other, repeatedly.',
  'Members that run one after the other in each round.',
)

/** Returns a reader that also accepts null, for an omitted value. */
const nullableReader = (read: (value: unknown, at: Path) => unknown) => (value: unknown, at: Path) =>
  value === null ? null : read(value, at)

/** Declaration of a group, in which some fields may be omitted. */
type Declared<Kind extends Group['kind'], Omitted extends string = never> = Omit<
  Extract<Group, { readonly kind: Kind }>,
  'kind' | Omitted
> & { readonly [Name in Omitted]?: unknown }

type MemberForms = {
  readonly pipeline: { readonly form: FormOf<Declared<'pipeline'>> }
  readonly parallel: { readonly form: FormOf<Declared<'parallel'>> }
  readonly fallback: { readonly form: FormOf<Declared<'fallback'>> }
  readonly loop: { readonly form: FormOf<Declared<'loop', 'until'>> }
  readonly route: { readonly form: FormOf<Declared<'route', 'other'>> }
  readonly mapOver: { readonly form: FormOf<Declared<'mapOver', 'item'>> }
  readonly tap: { readonly form: FormOf<Omit<Tap, 'kind'>> }
}

const memberForms: MemberForms = {
  pipeline: {
    form: rowForm(
      'Members that run one after the other.',
      'Each begins with the state that the previous one left.',
    ),
  },
  parallel: {
    form: {
      ...rowForm(
        'Members that run at the same time, each on its own branch.',
        'None sees the events of the others.',
      ),
      takes: {
        until: field(
          check("'first'", value => value === 'first'),
          { const: 'first' },
          'first: the first member that ends with an answer ends the group. Omitted: the group ends once all have ended.',
        ),
      },
    },
  },
  fallback: {
    form: rowForm(
      'Members that are tried in order until one does not fail.',
      'Each begins with the state from before the first.',
    ),
  },
  loop: {
    form: {
      ...loopRow,
      needs: {
        ...loopRow.needs,
        max: field(
          check('a whole number above 0', value => Number.isSafeInteger(value) && (value as number) > 0),
          { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
          'Maximum number of rounds.',
        ),
      },
      takes: {
        until: readField(
          nullableReader(assertFunction),
          { type: 'null' },
          'A condition is a function, which data cannot hold: null or omitted.',
        ),
      },
      usual: { until: null },
    },
  },
  route: {
    form: {
      title: 'One branch of several, chosen by the value of a key.',
      needs: {
        key: keyField('Key of the state whose value chooses the branch.'),
        ways: waysField(memberField('Member that runs.')),
      },
      takes: {
        other: readField(
          nullableReader(readMember),
          { if: { type: 'null' }, else: schemaReference('member') },
          'Member that runs if no branch matches. null or omitted: none.',
        ),
      },
      usual: { other: null },
    },
  },
  mapOver: {
    form: {
      title: 'A member that runs once for each item of a list in the state.',
      needs: {
        key: keyField('Key of the list.'),
        into: keyField('Key under which the answers are stored, in order.'),
        member: memberField('Member that runs for each item.'),
      },
      takes: { item: keyField('Key under which each round finds its item. Default: item.') },
      usual: { item: 'item' },
    },
  },
  tap: { form: { title: 'Looks at the state.', needs: { look: functionField }, takes: {} } },
}

/** Forms of groups and taps, by kind. */
export const memberFamily: Family = {
  tag: 'kind',
  what: 'kind of member',
  title: 'Kind of the group.',
  prefix: '',
  forms: memberForms,
}

const kinds = [...Object.keys(memberForms), ...stepKinds]

function noMember(input: unknown, at: Path): DeclarationError {
  const help = at.isData
    ? 'give an agent, which has a name, or a group or a step, which have a kind'
    : Array.isArray(input)
      ? 'pass its elements, as in pipeline(...members)'
      : input instanceof Promise
        ? 'await it first'
        : 'give an agent, a step of S, or a result of pipeline, parallel, loop, route, fallback, mapOver or tap'
  return at.wrong(input === undefined ? 'is missing' : `must be a member, got ${describe(input)}`, { help })
}
