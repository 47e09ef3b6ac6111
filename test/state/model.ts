import type { JsonValue } from 'ctxc'
import { behave, fails, type Spec } from './specs.ts'

type Values = ReadonlyMap<string, JsonValue>

const scoped = /^(app|user|temp):/

/** Returns the values after a step by a second, simplest implementation; null if the step fails. */
export function model(spec: Spec, before: Values, text: string | null): Values | null {
  const after = new Map(before)
  const has = (key: string): boolean => before.has(key)
  switch (spec.op) {
    case 'pick':
      for (const key of before.keys()) if (!scoped.test(key) && !spec.keys.includes(key)) after.delete(key)
      return after
    case 'drop':
      for (const key of spec.keys) after.delete(key)
      return after
    case 'log':
      return after
    case 'require':
      return spec.keys.every(has) ? after : null
    case 'guard':
      return spec.behaviour === 'there' && has(spec.key) ? after : null
    case 'rename': {
      const pairs = spec.pairs.filter(([from]) => has(from))
      const kept = [...before].filter(([key]) => !pairs.some(([from, to]) => key === from || key === to))
      return new Map([...kept, ...pairs.map(([from, to]) => [to, before.get(from)!] as const)])
    }
    case 'defaults':
      return new Map([...spec.values, ...before])
    case 'set':
      return new Map([...before, ...spec.values])
    case 'capture':
      return text === null ? null : after.set(spec.key, text)
    case 'merge': {
      const values = spec.keys.filter(has).map(key => before.get(key)!)
      if (values.length === 0) return after
      if ('behaviour' in spec.join) {
        if (fails(spec.join.behaviour, values)) return null
        return after.set(spec.into, behave(spec.join.behaviour, values))
      }
      return after.set(spec.into, textOf(values, spec.join.separator ?? '\n'))
    }
    case 'transform':
      if (!has(spec.key)) return after
      if (fails(spec.behaviour, [before.get(spec.key)])) return null
      return after.set(spec.key, behave(spec.behaviour, [before.get(spec.key)]))
    case 'compute':
      for (const [key, { keys, behaviour }] of spec.functions) {
        const values = (keys === 'all' ? [...before.keys()].sort() : keys).map(name => before.get(name))
        if (fails(behaviour, values)) return null
        after.set(key, behave(behaviour, values))
      }
      return after
    case 'pipe': {
      let values: Values | null = before
      for (const step of spec.steps) values &&= model(step, values, text)
      return values
    }
  }
}

function textOf(values: readonly JsonValue[], separator: string): string {
  let text: string | null = null
  for (const value of values) {
    if (value === null) continue
    const words = typeof value === 'string' ? value : JSON.stringify(value)
    text = text === null ? words : text + separator + words
  }
  return text ?? ''
}
