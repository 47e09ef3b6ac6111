import { expect, test } from 'vitest'
import type { EffectOutcome } from '../ir/event.ts'
import { Outcomes } from '../session/unit/outcomes.ts'
import { writeFloats } from '../text/floats.ts'
import { effectOf } from './effect.ts'
import { EffectKeys } from './keys.ts'
import { type Asked, Wanted } from './wanted.ts'

const embed = { id: 'm', run: async () => [] }

const outcome = (text: string, ...numbers: number[]): EffectOutcome => ({
  kind: 'embed',
  key: effectOf('embed', embed, { text }).key,
  handler: 'm',
  output: writeFloats(Float32Array.from(numbers)),
})

function wanting(more: Partial<Asked> = {}, ...outcomes: EffectOutcome[]): Wanted {
  const known = new Outcomes()
  for (const one of outcomes) known.add(one)
  const keys = new EffectKeys()
  return new Wanted({ handlers: { embed }, known, keys, fresh: new Outcomes(), isLast: false, ...more })
}

const textsOf = ({ pending }: Wanted) =>
  [...pending.values()].map(({ input }) => (input as { text?: string }).text)

test('a known vector is the same array each time, bit for bit', () => {
  const wants = wanting({}, outcome('a', 0.1, 1 / 3))
  const numbers = wants.embed('a', 'e:0')
  expect(numbers).toEqual(Float32Array.of(0.1, 1 / 3))
  expect(wants.embed('a', 'e:1')).toBe(numbers)
  expect([textsOf(wants), wants.notes, wants.events]).toEqual([[], [], []])
})

test('an unknown text is requested once and well formed, and a blank text never', () => {
  const wants = wanting()
  for (const text of ['a', ' \n', 'b\ud800', 'a', '']) expect(wants.embed(text, 'e:0')).toBeNull()
  expect(textsOf(wants)).toEqual(['a', 'b\ufffd'])
  expect(wants.notes).toHaveLength(3)
})

test('a text is redacted before its key is made', () => {
  const wants = wanting({ redact: text => text.replace('secret', '[redacted]') }, outcome('a [redacted]', 1))
  expect(wants.embed('a secret', 'e:0')).toEqual(Float32Array.of(1))
  expect(wants.embed('b secret', 'e:0')).toBeNull()
  expect(textsOf(wants)).toEqual(['b [redacted]'])
})

test('a vector of another length than the first is ignored', () => {
  const wants = wanting({}, outcome('a', 1, 2), outcome('b', 1), outcome('c', 1, 2, 3))
  expect([wants.embed('a', 'e:0'), wants.embed('b', 'e:1')]).toEqual([Float32Array.of(1, 2), null])
  expect(wants.embed('c', 'e:2')).toBeNull()
  // One kind of note, so that it is reported once, whatever the lengths are.
  expect(new Set(wants.notes.map(({ kind }) => kind)).size).toBe(1)
  expect(wants.notes.slice(0, 1).map(({ say, at }) => say([at]))).toMatchObject([
    {
      code: 'CX9202',
      at: ['e:1'],
      data: { handler: 'm', why: 'it gave more numbers for one text than for another' },
    },
  ])
})

test('a key depends on the kind, the handler, its version and the input', () => {
  const keys = [
    effectOf('embed', { id: 'm' }, { text: 'a' }),
    effectOf('embed', { id: 'm', version: '1' }, { text: 'a' }),
    effectOf('embed', { id: 'n' }, { text: 'a' }),
    effectOf('embed', { id: 'm' }, { text: 'b' }),
  ].map(({ key }) => key)
  expect(new Set(keys).size).toBe(4)
  // Stored sessions refer to outcomes by this key, so it must never change.
  expect(keys[0]).toBe('b607ab1c7672a64c70711fdf5bc71c30')
})

test('a text is hashed once for each handler', () => {
  const keys = new EffectKeys()
  expect(keys.embed(embed, 'a')).toBe(keys.embed({ ...embed }, 'a'))
  expect(keys.embed(embed, 'a')).not.toEqual(keys.embed({ ...embed, version: '2' }, 'a'))
})
