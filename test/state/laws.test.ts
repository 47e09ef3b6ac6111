import { createSession, type JsonValue, S } from 'ctxc'
import { applyStep } from 'ctxc/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stateOf, withDelta } from '../../src/core/session/state.ts'
import { patience } from '../laws/runs.ts'
import { model } from './model.ts'
import { follow, type Presence } from './presence.ts'
import { someSpec, someState, someText, toStep, universe } from './specs.ts'

const runs = Number(process.env.CTXC_LAW_RUNS ?? 2_000)
const hold = <Values>(property: fc.IProperty<Values>): void => fc.assert(property, { numRuns: runs })
const sorted = (values: object): [string, unknown][] =>
  Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1))

test("an applied delta equals the model's state, and a failed step has an error and an empty delta", {
  timeout: patience(60_000),
}, () => {
  hold(
    fc.property(someSpec, someState, someText, (spec, values, text) => {
      const state = stateOf(values)
      const outcome = toStep(spec).run(state, { lastUserText: text })
      const expected = model(spec, new Map(Object.entries(values)), text)
      expect(outcome.ok).toBe(expected !== null)
      expect(outcome.diagnostics.some(({ level }) => level === 'error')).toBe(!outcome.ok)
      const after = withDelta(state, outcome.delta)
      expect(sorted(after)).toEqual(sorted(expected ? Object.fromEntries(expected) : values))
      // The delta describes the change exactly, and no key is both set and deleted.
      for (const key of outcome.delta.delete) {
        expect(Object.hasOwn(state, key)).toBe(true)
        expect(Object.hasOwn(outcome.delta.set, key)).toBe(false)
      }
      if (!outcome.ok) expect([sorted(outcome.delta.set), outcome.delta.delete]).toEqual([[], []])
    }),
  )
})

test('a step changes no input, and gives the same result twice', { timeout: patience(60_000) }, () => {
  hold(
    fc.property(someSpec, someState, (spec, values) => {
      const state = stateOf(values)
      const before = JSON.stringify(Object.entries(state))
      const step = toStep(spec)
      const first = step.run(state, { lastUserText: 'hi' })
      expect(step.run(state, { lastUserText: 'hi' })).toEqual(first)
      expect(JSON.stringify(Object.entries(state))).toBe(before)
    }),
  )
})

test('steps in a pipe leave the same state as steps with an event each', {
  timeout: patience(60_000),
}, () => {
  hold(
    fc.property(fc.array(someSpec, { maxLength: 5 }), someState, someText, (specs, state, text) => {
      const events = text === null ? [] : [{ author: 'user', text: text === '' ? 'x' : text }]
      const session = createSession({ state, events })
      const steps = specs.map(toStep)
      let apart = session
      let ok = true
      const codes: string[] = []
      for (const step of steps) {
        if (!ok) break
        const applied = applyStep(apart, step)
        codes.push(...applied.outcome.diagnostics.map(({ code }) => code))
        ;({ ok } = applied.outcome)
        apart = applied.session
      }
      const together = applyStep(session, S.pipe(...steps))
      expect(together.outcome.ok).toBe(ok)
      expect(together.outcome.diagnostics.map(({ code }) => code)).toEqual(codes)
      expect(together.session.length).toBe(session.length + (ok ? 1 : 0))
      expect(sorted(together.session.state)).toEqual(sorted(ok ? apart.state : session.state))
    }),
  )
})

test('a flow is true: certain keys are present, absent keys are absent, and no other key changes', {
  timeout: patience(60_000),
}, () => {
  hold(
    fc.property(
      someSpec,
      someState,
      fc.array(fc.boolean(), { minLength: universe.length, maxLength: universe.length }),
      (spec, values, unsure) => {
        const state = stateOf(values)
        const step = toStep(spec)
        const outcome = step.run(state, { lastUserText: 'hi' })
        if (!outcome.ok) return
        const after = withDelta(state, outcome.delta)
        const before = new Map<string, Presence>(
          universe.map((key, index) => [
            key,
            unsure[index] ? 'maybe' : Object.hasOwn(state, key) ? 'there' : 'absent',
          ]),
        )
        const touched = new Set<string>()
        const known = follow(step.flow, before, touched)
        for (const key of universe) {
          const presence = known.get(key)
          if (presence !== 'maybe')
            expect([key, Object.hasOwn(after, key)]).toEqual([key, presence === 'there'])
          if (!touched.has(key)) expect([key, after[key]]).toEqual([key, state[key]])
        }
        // If all keys are known before, all keys are known after.
        if (!unsure.includes(true)) expect([...known.values()]).not.toContain('maybe')
      },
    ),
  )
})

test('a flow declares which keys are written, and from which values', { timeout: patience(60_000) }, () => {
  hold(
    fc.property(someSpec, someState, (spec, values) => {
      if (spec.op === 'pipe') return
      const { flow, ...step } = toStep(spec)
      const outcome = step.run(stateOf(values), { lastUserText: 'hi' })
      if (!outcome.ok) return
      for (const entry of flow) {
        if (entry.kind !== 'write') continue
        const { key, when, origin } = entry
        const has = (name: string): boolean => Object.hasOwn(values, name)
        const due = when === 'always' || (when === 'if-absent' ? !has(key) : when.anyOf.some(has))
        const made = outcome.origins.find(found => found.key === key)
        expect([key, made !== undefined]).toEqual([key, due])
        if (!made || origin.kind === 'any') continue
        const from = origin.kind === 'keys' ? origin.keys.filter(has) : []
        expect(made).toEqual({ key, from, user: origin.kind === 'user' })
      }
    }),
  )
})

test('an unread key changes no result, and the sources of a value were read', {
  timeout: patience(60_000),
}, () => {
  const others: JsonValue[] = ['other', 99, ['q']]
  hold(
    fc.property(someSpec, someState, fc.constantFrom(...others), (spec, values, other) => {
      const step = toStep(spec)
      const outcome = step.run(stateOf(values), { lastUserText: 'hi' })
      const unread = Object.keys(values).filter(key => !outcome.reads.includes(key))
      const changed = Object.fromEntries(
        Object.entries(values).map(([key, value]) => [key, unread.includes(key) ? other : value]),
      )
      const again = step.run(stateOf(changed), { lastUserText: 'hi' })
      expect([again.ok, again.delta]).toEqual([outcome.ok, outcome.delta])
      expect(outcome.origins.map(({ key }) => key)).toEqual(Object.keys(outcome.delta.set))
      for (const { from } of outcome.origins) for (const key of from) expect(outcome.reads).toContain(key)
    }),
  )
})

test('a value comes only from the keys that its origin names', { timeout: patience(60_000) }, () => {
  hold(
    fc.property(someSpec, someState, fc.constantFrom(...universe), (spec, values, key) => {
      if (!Object.hasOwn(values, key)) return
      const step = toStep(spec)
      const outcome = step.run(stateOf(values), { lastUserText: 'hi' })
      const other = step.run(stateOf({ ...values, [key]: 'quite another' }), { lastUserText: 'hi' })
      if (!outcome.ok || !other.ok) return
      for (const { key: written, from } of outcome.origins)
        if (!from.includes(key) && Object.hasOwn(other.delta.set, written))
          expect(other.delta.set[written]).toEqual(outcome.delta.set[written])
    }),
  )
})
