import { isObject } from '../ir/json.ts'
import type { StepData } from '../state/data.ts'
import { dropOf } from '../state/drop.ts'
import * as S from '../state/index.ts'
import { pickOf } from '../state/pick.ts'
import { pipeOf } from '../state/pipe.ts'
import { requireOf } from '../state/require.ts'
import type { StateStep } from '../state/step.ts'
import { readKey } from '../template/key.ts'
import { reasonOf } from '../text/reason.ts'
import { assertList, type Check, fields, text } from '../validate/check.ts'
import { expected } from '../validate/describe.ts'
import type { Path } from '../validate/path.ts'
import { noKind } from '../validate/suggest.ts'

type Kind = StepData['kind']
type DataOf<Of extends Kind, Data = StepData> = Data extends { readonly kind: infer Kinds }
  ? Of extends Kinds
    ? Data
    : never
  : never

/** Fields of a step as data, and the function of `S` that makes it. */
interface StepForm<Of extends Kind> {
  readonly needs: Readonly<Record<string, Check>>
  readonly takes?: Readonly<Record<string, Check>>
  make(data: DataOf<Of>): StateStep
}

const keys: Check = (value, at) => {
  at.each(assertList(value, at), readKey)
}

/** An object whose names are keys. */
const keyed =
  (check: Check): Check =>
  (value, at) => {
    if (!isObject(value)) throw expected('an object', value, at)
    for (const [key, item] of Object.entries(value)) {
      at.in(key).piece(place => readKey(key, place))
      at.in(key).piece(place => check(item, place))
    }
  }

/** JSON holds JSON. */
const any: Check = () => {}

const list: Check = (value, at) => {
  at.each(assertList(value, at), readStep)
}

const forms: { readonly [Of in Kind]: StepForm<Of> } = {
  'S.set': { needs: { values: keyed(any) }, make: ({ values }) => S.set(values) },
  'S.defaults': { needs: { values: keyed(any) }, make: ({ values }) => S.defaults(values) },
  'S.pick': { needs: { keys }, make: data => pickOf(data.keys) },
  'S.drop': { needs: { keys }, make: data => dropOf(data.keys) },
  'S.require': { needs: { keys }, make: data => requireOf(data.keys) as StateStep },
  'S.rename': { needs: { names: keyed(readKey) }, make: ({ names }) => S.rename(names) },
  'S.capture': { needs: { key: readKey }, make: ({ key }) => S.capture(key) },
  'S.merge': {
    needs: { keys, into: readKey },
    takes: { separator: text },
    make: ({ keys: sources, into, separator }) =>
      S.merge(sources, into, separator === undefined ? {} : { separator }),
  },
  'S.log': {
    needs: {},
    takes: { keys, label: text },
    make: ({ kind: _, ...about }) => S.log(about),
  },
  'S.pipe': { needs: { steps: list }, make: ({ steps }) => pipeOf(steps.map(build)) },
}

/** The kinds of steps that data can be. */
export const stepKinds = Object.keys(forms) as readonly Kind[]

/** Whether a kind is that of a step as data. */
export const isStepKind = (kind: unknown): kind is Kind => (stepKinds as readonly unknown[]).includes(kind)

/** A step from data. Throws a TypeError that names the place (`at`) for what is none. */
export function readStep(input: unknown, at: Path): StateStep {
  if (!isObject(input)) throw expected('a step', input, at)
  const { kind } = input
  if (!isStepKind(kind)) throw noKind('kind of step', kind, stepKinds, at.in('kind'))
  const { needs, takes } = forms[kind]
  const check = fields({ kind: any, ...needs, ...takes }, Object.keys(needs))
  // A step with reported mistakes is not built, so that no mistake is reported twice.
  if (!at.isSound(() => check(input, at))) return S.pipe()
  try {
    return build(input as unknown as StepData)
  } catch (error) {
    throw at.wrong(`is no step: ${reasonOf(error)}`, { cause: error })
  }
}

const build = (data: StepData): StateStep => (forms[data.kind] as StepForm<Kind>).make(data)
