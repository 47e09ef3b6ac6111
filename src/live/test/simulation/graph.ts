// Random phase graphs as plain data, from which both the engine's declaration and the oracle are made.
import fc from 'fast-check'
import { type LiveOptions, readLiveConfig } from '../../declare/read-config.ts'
import type { EngineConfig } from '../../engine/wanted.ts'
import { profiles } from '../../profile/profile.ts'
import { contextDeliveries, flushPoints, steeringModes } from '../../steering/modes.ts'
import { type LiveState, type Modifier, when, withContext, withState } from '../../steering/modifier.ts'

const keys = ['p', 'q', 'turn:x', 'user:z', 'toString'] as const
const values = [0, 1, null, true] as const
type Value = (typeof values)[number]

/** Names of phases, some of them equal to slot names. `default` and `late` are tested in names.test.ts. */
const phaseNames = ['a', 'b', 'c', 'phase', 'entry', '__proto__', 'constructor', 'é', 'a/0', ' '] as const

/** Condition on the state. */
export type Guard =
  | { readonly kind: 'always' | 'never' | 'throws' | 'truthy' | 'derived' }
  | { readonly kind: 'equals'; readonly key: string; readonly value: Value }
  | { readonly kind: 'throws-unless'; readonly key: string }
  | { readonly kind: 'phase'; readonly name: string }
  | { readonly kind: 'turns'; readonly least: number }

interface GraphPhase {
  readonly name: string
  readonly guard: Guard | null
  readonly ways: readonly { readonly to: string; readonly guard: Guard }[]
  readonly isTerminal: boolean
  readonly tools: readonly string[] | null
  readonly needs: readonly string[]
  readonly speak: boolean | null
  readonly entry: 'none' | 'text' | 'null' | 'throws'
  readonly instruction: 'none' | 'text' | 'state' | 'throws'
  readonly modifiers: readonly ModifierKind[]
}

type ModifierKind = 'state' | 'when' | 'context' | 'throws'

/** Phases, and the settings of their agent. */
export interface Graph {
  readonly phases: readonly GraphPhase[]
  readonly initial: string
  readonly profile: string
  readonly options: Pick<LiveOptions, 'steeringMode' | 'contextDelivery' | 'flushOn' | 'speak' | 'navigation'>
  readonly repairAfter: number | null
  readonly modifiers: readonly ModifierKind[]
}

const key = fc.constantFrom(...keys)
const value = fc.constantFrom<Value>(...values)

const guardOver = (names: readonly string[]): fc.Arbitrary<Guard> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('equals' as const), key, value }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constantFrom('always', 'never', 'throws', 'truthy', 'derived') }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('throws-unless' as const), key }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('phase' as const), name: fc.constantFrom(...names) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('turns' as const), least: fc.nat(4) }) },
  )

const modifierKinds = fc.array(fc.constantFrom<ModifierKind>('state', 'when', 'context', 'throws'), {
  maxLength: 3,
})

const phaseOver = (names: readonly string[], name: string): fc.Arbitrary<GraphPhase> =>
  fc.record({
    name: fc.constant(name),
    guard: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: guardOver(names) }),
    ways: fc.array(fc.record({ to: fc.constantFrom(...names), guard: guardOver(names) }), {
      maxLength: 4,
      size: 'max',
    }),
    isTerminal: fc.integer({ min: 0, max: 7 }).map(chance => chance === 0),
    tools: fc.option(fc.subarray(['look', 'later']), { freq: 2 }),
    needs: fc.subarray(['p', 'q', 'user:z']),
    speak: fc.option(fc.boolean()),
    entry: fc.constantFrom('none', 'none', 'text', 'null', 'throws'),
    instruction: fc.constantFrom('none', 'text', 'state', 'throws'),
    modifiers: modifierKinds,
  })

export const graph: fc.Arbitrary<Graph> = fc
  .uniqueArray(fc.constantFrom(...phaseNames), { minLength: 1, maxLength: 6, size: 'max' })
  .chain(names =>
    fc.record({
      phases: fc.tuple(...names.map(name => phaseOver(names, name))),
      initial: fc.constantFrom(...names),
      profile: fc.constantFrom(...Object.keys(profiles)),
      options: fc.record({
        steeringMode: fc.constantFrom(...steeringModes),
        contextDelivery: fc.constantFrom(...contextDeliveries),
        flushOn: fc.constantFrom(...flushPoints),
        speak: fc.boolean(),
        navigation: fc.boolean(),
      }),
      repairAfter: fc.option(fc.integer({ min: 1, max: 3 })),
      modifiers: modifierKinds,
    }),
  )

/** Action of the app, the user, the model or the network. */
export type Act =
  | { readonly act: 'set' | 'extracted'; readonly key: string; readonly value: Value }
  | { readonly act: 'delete'; readonly key: string }
  | { readonly act: 'result'; readonly at: number; readonly key: string; readonly value: Value }
  | { readonly act: 'call'; readonly isBackground: boolean }
  | { readonly act: 'pass'; readonly milliseconds: number }
  | { readonly act: (typeof plain)[number] }

const plain = [
  'turn',
  'goes-on',
  'answer',
  'interrupt',
  'speech',
  'silence',
  'text',
  'audio',
  'drop',
  'handle',
  'away',
] as const

export const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('set' as const), key, value }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('delete' as const), key }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('extracted' as const), key, value }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('result' as const), at: fc.nat(3), key, value }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('call' as const), isBackground: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('pass' as const),
      milliseconds: fc.constantFrom(10, 100, 6_000),
    }),
  },
  { weight: 10, arbitrary: fc.record({ act: fc.constantFrom(...plain, 'turn' as const, 'turn' as const) }) },
)

/** State keys that an extraction may write. */
export const extractedKeys: readonly string[] = ['p', 'user:z']

const predicate =
  (guard: Guard) =>
  (state: LiveState): boolean => {
    switch (guard.kind) {
      case 'always':
        return true
      case 'never':
        return false
      case 'throws':
        throw new Error('no')
      case 'truthy':
        return 1 as never
      case 'derived':
        return state['derived:both'] === true
      case 'equals':
        return Object.hasOwn(state, guard.key) && state[guard.key] === guard.value
      case 'throws-unless':
        if (Object.hasOwn(state, guard.key)) return true
        // Thrown values need not be errors.
        throw undefined
      case 'phase':
        return state['session:phase'] === guard.name
      case 'turns':
        return Number(state['session:turn'] ?? 0) >= guard.least
    }
  }

const throws = (): never => {
  throw new Error('no')
}

const modifierOf = (kind: ModifierKind): Modifier => {
  if (kind === 'state') return withState(['p', 'user:z', 'turn:x'])
  if (kind === 'when') return when(state => state.q === 1, 'Hurry.')
  return withContext(kind === 'throws' ? throws : state => (state.p ? `P is ${state.p} </steering>.` : ''))
}

const written = ({ name, instruction }: GraphPhase) => {
  if (instruction === 'none') return {}
  const texts = { text: `In ${name}.`, state: (state: LiveState) => `In ${name} with ${state.q}.`, throws }
  return { instruction: texts[instruction] }
}

const entered = ({ name, entry }: GraphPhase) => {
  const texts = { none: undefined, text: () => `Welcome to ${name}.`, null: () => null, throws }
  const onEnterContext = texts[entry]
  return onEnterContext === undefined ? {} : { onEnterContext }
}

/** Returns the declaration for a graph. */
export function engineOf({ phases, initial, profile, options, repairAfter, modifiers }: Graph): EngineConfig {
  const config = readLiveConfig({
    ...{ name: 'bot', model: profile, instruction: 'Base.', initialPhase: initial, ...options },
    ...(repairAfter !== null && { repairAfter }),
    tools: [{ name: 'look' }, { name: 'later', background: true }],
    modifiers: modifiers.map(modifierOf),
    derived: { both: state => state.p === 1 && state.q === 1, wrong: throws },
    extract: { keys: extractedKeys, run: () => null },
    phases: phases.map(phase => ({
      ...{
        name: phase.name,
        needs: phase.needs,
        terminal: phase.isTerminal,
        ...written(phase),
        ...entered(phase),
      },
      modifiers: phase.modifiers.map(modifierOf),
      transitions: phase.ways.map(({ to, guard }) => ({ to, when: predicate(guard) })),
      ...(phase.guard !== null && { guard: predicate(phase.guard) }),
      ...(phase.tools !== null && { tools: phase.tools }),
      ...(phase.speak !== null && { speak: phase.speak }),
    })),
  })
  return { config, profile: profiles[profile] as (typeof profiles)[string] }
}
