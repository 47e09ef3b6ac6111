import {
  assertKeys,
  type Check,
  check,
  isText,
  listOf,
  number,
  objectCheck,
  oneOf,
  text,
  trueOrFalse,
} from '../../core/form/check.ts'
import { Path } from '../../core/form/path.ts'
import { suggestKnown } from '../../core/text/suggest.ts'
import { contextDeliveries, flushPoints, steeringModes } from '../steering/modes.ts'
import type { LiveConfig } from './live-config.ts'

/** Settings of `live` in the form in which a user declares them. */
export type LiveOptions = Pick<LiveConfig, 'name' | 'model'> & {
  readonly [Key in Exclude<keyof LiveConfig, 'name' | 'model' | 'isWritten' | 'targets' | 'members'>]?:
    | Exclude<LiveConfig[Key], null>
    | undefined
}

const isFunction = (value: unknown): boolean => typeof value === 'function'
const aFunction = check('a function', isFunction)
const stateText = check('a string or a function of the state', value => isText(value) || isFunction(value))
const modifier = check('a modifier of withState, when or withContext', value =>
  ['state', 'when', 'context'].includes((value as { kind?: string } | null)?.kind ?? ''),
)
const transition = objectCheck({ to: text, when: aFunction, description: text }, ['to', 'when'])
const phase = objectCheck(
  {
    ...{ name: text, instruction: stateText, modifiers: listOf(modifier), transitions: listOf(transition) },
    ...{ guard: aFunction, tools: listOf(text), needs: listOf(text), onEnterContext: aFunction },
    ...{ speak: trueOrFalse, terminal: trueOrFalse },
  },
  ['name'],
)
const checkNumberAtLeast = (least: number): Check =>
  check(
    `a number of at least ${least.toLocaleString('en')}`,
    value => typeof value === 'number' && value >= least,
  )
const named: Check = check('an object with a name', value =>
  isText((value as { name?: unknown } | null)?.name),
)

const options = {
  ...{ name: text, model: text, instruction: stateText, phases: listOf(phase), initialPhase: text },
  ...{ modifiers: listOf(modifier), tools: listOf(named), steeringMode: oneOf(steeringModes) },
  ...{ contextDelivery: oneOf(contextDeliveries), flushOn: oneOf(flushPoints), speak: trueOrFalse },
  ...{
    navigation: trueOrFalse,
    repairAfter: checkNumberAtLeast(1),
    silenceMs: checkNumberAtLeast(1_000),
    derived: check('an object of functions', isFunctionRecord),
    extract: objectCheck({ keys: listOf(text), texts: number, run: aFunction }, ['keys', 'run']),
  },
}

function isFunctionRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(isFunction)
}

/** Reads the settings of a live agent. Throws a TypeError that names the path of an invalid setting. */
export function readLiveConfig(given: LiveOptions): LiveConfig {
  const at = Path.named('live')
  assertKeys(given, Object.keys(options), at)
  objectCheck(options, ['name', 'model'])(given, at)
  const { phases = [], tools = [], initialPhase } = given
  const config: LiveConfig = {
    ...{ name: given.name, model: given.model, instruction: given.instruction ?? '' },
    isWritten: typeof given.instruction === 'function',
    ...{ phases, tools, initialPhase: initialPhase ?? null, modifiers: given.modifiers ?? [] },
    steeringMode: given.steeringMode ?? 'instruction-update',
    contextDelivery: given.contextDelivery ?? 'immediate',
    flushOn: given.flushOn ?? null,
    ...{ speak: given.speak ?? false, navigation: given.navigation ?? false },
    ...{
      repairAfter: given.repairAfter ?? null,
      silenceMs: given.silenceMs ?? null,
      derived: given.derived ?? {},
      extract: given.extract ?? null,
    },
    ...{ targets: [], members: [] },
  }
  assertPhaseGraph(config, at)
  return Object.freeze(config)
}

/** Rejects invalid phases: duplicate names, unknown targets or tools, or a missing first phase. */
function assertPhaseGraph(given: LiveConfig, at: Path): void {
  const { phases, tools, initialPhase } = given
  const names = phases.map(({ name }) => name)
  const known = tools.map(({ name }) => name)
  const graphError = (what: string): never => {
    throw at.wrong(what)
  }
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) graphError(`has two phases '${twice}'`)
  if (initialPhase === null && phases.length > 0)
    graphError(`has phases, but no initialPhase: name one of ${names.join(', ')}`)
  if (names.includes('')) graphError('has a phase without a name')
  if (initialPhase !== null && !names.includes(initialPhase))
    graphError(
      `has the initialPhase '${initialPhase}', but no phase with that name${names.length === 0 ? '' : `: ${suggestKnown(initialPhase, names)}`}`,
    )
  const engine = (given.extract?.keys ?? []).find(key => /^(?:session|derived):/.test(key))
  if (engine !== undefined)
    graphError(`lets the extraction write '${engine}', which is reserved for the engine`)
  for (const { name, transitions = [], tools: own = [] } of phases) {
    const target = transitions.find(({ to }) => !names.includes(to))
    if (target !== undefined)
      graphError(
        `has a transition from '${name}' to '${target.to}', but no phase with that name: ${suggestKnown(target.to, names)}`,
      )
    const tool = own.find(each => !known.includes(each))
    if (tool !== undefined)
      graphError(
        `allows the phase '${name}' the tool '${tool}', but declares no tool with that name${known.length === 0 ? '' : `: ${suggestKnown(tool, known)}`}`,
      )
  }
}
