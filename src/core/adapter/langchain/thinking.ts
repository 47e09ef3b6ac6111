import type { Compiled } from '../../compile/contract/result.ts'
import { withDiagnostics } from '../../compile/report/with-diagnostics.ts'
import { settingDropped } from '../../diag/target.ts'
import { isObject } from '../../ir/json.ts'
import type { AnthropicRequest } from '../../vendor/anthropic/write/request.ts'
import { lacksThinking } from '../../vendor/anthropic/write/thinking.ts'
import { copyOf } from './copy-of.ts'

type Fields = Readonly<Record<string, unknown>>

/** Setting that asks Claude's API for thinking with a token budget. */
const enabled = { type: 'enabled' }

const isEnabled = (thinking: unknown): boolean => isObject(thinking) && thinking.type === enabled.type

const copyWithoutField = ({ thinking: _, ...fields }: Fields): Fields => fields

/**
 * Returns a copy of a chat model that does not ask Claude to think with a token budget; null if the model does not ask
 * for a budget. `ChatAnthropic` stores the setting in a field or in its other arguments. A model chosen at run time
 * stores the setting in its defaults.
 */
export function modelWithoutThinking<Model extends object>(model: Model): Model | null {
  const { thinking, invocationKwargs: kwargs, _defaultConfig: config, bound } = model as Fields
  if (isObject(bound)) {
    const inner = modelWithoutThinking(bound)
    return inner && copyOf(model, { bound: inner })
  }
  const isKept = isObject(kwargs) && kwargs.thinking !== undefined
  // The other arguments override the model's own field.
  if (isEnabled(isKept ? kwargs.thinking : thinking))
    return copyOf(model, {
      thinking: { type: 'disabled' },
      thinkingExplicitlySet: false,
      ...(isKept && { invocationKwargs: copyWithoutField(kwargs) }),
    })
  if (!isObject(config) || !isEnabled(config.thinking)) return null
  return copyOf(model, { _defaultConfig: copyWithoutField(config), _modelInstanceCache: new Map() })
}

/**
 * Turns thinking off if rule A9 requires it: Claude refuses a thinking budget if the current tool loop began without
 * thinking. The call then uses a copy of the model, and a diagnostic reports it.
 */
export function switchThinkingOff<Model extends object>(
  model: Model,
  compiled: Compiled,
): { readonly model: Model; readonly compiled: Compiled } {
  const request = { ...compiled.request, thinking: enabled } as unknown as AnthropicRequest
  const quiet = lacksThinking(request) ? modelWithoutThinking(model) : null
  if (quiet === null) return { model, compiled }
  const dropped = settingDropped('thinking', 'the unfinished tool loop began without it', 'd:model')
  return { model: quiet, compiled: withDiagnostics(compiled, [...compiled.diagnostics, dropped]) }
}
