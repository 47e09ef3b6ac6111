import { imageRules } from '../../count/image/rules.ts'
import {
  assertList,
  type Check,
  check,
  listOf,
  objectCheck,
  oneOf,
  text,
  trueOrFalse,
} from '../../form/check.ts'
import type { Path } from '../../form/path.ts'
import { countCheck, nonEmptyText, tokens } from '../../form/quantities.ts'
import { isObject } from '../../ir/json.ts'
import type {
  Binding,
  CacheFacts,
  ImageFacts,
  MediaFacts,
  ModelFacts,
  ModelRow,
  Price,
  PriceStep,
} from '../../ir/model.ts'
import ids from '../model-ids.json' with { type: 'json' }
import { nearModel } from '../near-model.ts'
import { ruleChecks } from './rule-checks.ts'

const nullOrCheck =
  (check: Check): Check =>
  (value, at) => {
    if (value !== null) check(value, at)
  }
const usd = check(
  'USD per million tokens, 0 or more',
  value => typeof value === 'number' && Number.isFinite(value) && value >= 0,
)
const count = countCheck('tokens')
const texts = listOf(nonEmptyText)
const checkWritePrices: Check = (value, at) =>
  isObject(value)
    ? objectCheck(Object.fromEntries(Object.keys(value).map(ttl => [ttl, usd])))(value, at)
    : usd(value, at)

const range = { estimate: count, max: count }
const image = { ...range, rule: oneOf(imageRules) } satisfies Record<keyof ImageFacts, Check>
const rates = { input: usd, output: usd, cacheRead: usd, cacheWrite: checkWritePrices }
const step = { over: tokens, ...rates } satisfies Record<keyof PriceStep, Check>

/** Rejects price steps whose thresholds do not increase. */
const checkPriceSteps: Check = (value, at) => {
  listOf(objectCheck(step, ['over', 'input', 'output']))(value, at)
  const list = value as readonly PriceStep[]
  for (const [place, { over }] of list.entries())
    if (place > 0 && over <= (list[place - 1]?.over ?? 0))
      throw at.in(place).in('over').wrong(`must be more than the step before, got ${over}`)
}

const columns = {
  vendor: nonEmptyText,
  family: nonEmptyText,
  window: nullOrCheck(tokens),
  output: nullOrCheck(tokens),
  encoding: nullOrCheck(oneOf(['o200k_base', 'cl100k_base'])),
  estimator: oneOf(['claude-3', 'claude-4-7', 'gemini', 'unknown']),
  reasoning: trueOrFalse,
  binds: objectCheck(
    {
      prefix: listOf(oneOf(['system', 'tools', 'format', 'effort', 'instructions', 'user', 'address'])),
      otherwise: oneOf(['error', 'drop']),
      appends: listOf(
        oneOf(['instruction', 'tool-added', 'tool-removed', 'tool-changed', 'effort', 'format']),
      ),
    } satisfies Record<keyof Binding, Check>,
    ['prefix', 'otherwise'],
  ),
  price: objectCheck(
    { ...rates, cacheStorage: usd, steps: checkPriceSteps } satisfies Record<keyof Price, Check>,
    ['input', 'output'],
  ),
  cache: objectCheck({
    minimum: nullOrCheck(count),
    mode: oneOf(['explicit', 'implicit', 'both', 'none']),
    ttl: texts,
    chatTtl: texts,
    marks: count,
    step: tokens,
  } satisfies Record<keyof CacheFacts, Check>),
  image: objectCheck(image, ['estimate', 'max']),
  media: objectCheck(
    {
      page: objectCheck(range, ['estimate', 'max']),
      audioSecond: objectCheck(range, ['estimate', 'max']),
      videoSecond: objectCheck(range, ['estimate', 'max']),
    } satisfies Record<keyof MediaFacts, Check>,
    ['page', 'audioSecond', 'videoSecond'],
  ),
  rules: objectCheck(ruleChecks),
} satisfies Record<keyof ModelFacts<unknown>, Check>

/** Rejects a model name that no row of the package has. */
const knownModel: Check = (value, at) => {
  nonEmptyText(value, at)
  const model = value as string
  if (ids.includes(model)) return
  const near = nearModel(model)
  throw at.wrong(
    `must be a model of the package, got '${model}'`,
    near === null ? {} : { help: `did you mean '${near}'?` },
  )
}

const row = objectCheck({
  id: nonEmptyText,
  prefix: nonEmptyText,
  like: knownModel,
  aliases: texts,
  source: texts,
  asOf: text,
  note: text,
  ...columns,
} satisfies Record<keyof ModelRow, Check>)

/** Rejects malformed model rows. */
export const assertModelRows = (value: unknown, at: Path): void => {
  at.readEach(assertList(value, at), (given, place) => {
    row(given, place)
    const { id, prefix } = given as ModelRow
    if ((id === undefined) === (prefix === undefined))
      throw place.wrong("needs either 'id' or 'prefix', to name its model or models")
  })
}
