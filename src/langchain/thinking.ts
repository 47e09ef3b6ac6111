import type { Compiled } from '../compile/contract/result.ts'
import { withDiagnostics } from '../compile/report/with-diagnostics.ts'
import { settingDropped } from '../diag/target.ts'
import { isObject } from '../ir/json.ts'
import type { AnthropicRequest } from '../target/anthropic/request.ts'
import { lacksThinking } from '../target/anthropic/thinking.ts'

type Fields = Readonly<Record<string, unknown>>

/** Thinking within a budget, as Claude's API takes it. */
const enabled = { type: 'enabled' }

const isEnabled = (thinking: unknown): boolean => isObject(thinking) && thinking.type === enabled.type

/** A model of the same class with other fields: the app's own stays as it is. */
const copyOf = <Model extends object>(model: Model, fields: object): Model =>
  Object.assign(Object.create(Object.getPrototypeOf(model)), model, fields)

const without = ({ thinking: _, ...fields }: Fields): Fields => fields

/**
 * A copy of a chat model that does not ask Claude to think within a budget; null for one that does not ask. `ChatAnthropic`
 * keeps the setting on itself or among its other arguments, a model that is chosen at run time among its defaults.
 */
export function withoutThinking<Model extends object>(model: Model): Model | null {
  const { thinking, invocationKwargs: kwargs, _defaultConfig: config, bound } = model as Fields
  if (isObject(bound)) {
    const inner = withoutThinking(bound)
    return inner && copyOf(model, { bound: inner })
  }
  const isKept = isObject(kwargs) && kwargs.thinking !== undefined
  // Its other arguments go before what it keeps on itself.
  if (isEnabled(isKept ? kwargs.thinking : thinking))
    return copyOf(model, {
      thinking: { type: 'disabled' },
      thinkingExplicitlySet: false,
      ...(isKept && { invocationKwargs: without(kwargs) }),
    })
  if (!isObject(config) || !isEnabled(config.thinking)) return null
  return copyOf(model, { _defaultConfig: without(config), _modelInstanceCache: new Map() })
}

/**
 * A9: Claude refuses a budget for thinking where the tool loop that goes on began without. The call goes without then,
 * by a copy of the model, which is named.
 */
export function thinkLater<Model extends object>(
  model: Model,
  compiled: Compiled,
): { readonly model: Model; readonly compiled: Compiled } {
  const request = { ...compiled.request, thinking: enabled } as unknown as AnthropicRequest
  const quiet = lacksThinking(request) ? withoutThinking(model) : null
  if (quiet === null) return { model, compiled }
  const dropped = settingDropped('thinking', 'the tool loop that goes on began without it', 'd:model')
  return { model: quiet, compiled: withDiagnostics(compiled, [...compiled.diagnostics, dropped]) }
}
