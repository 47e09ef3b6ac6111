import type { FakeOutput, FakeStep } from './fake.ts'

/** Returns a step that continues another step with `next`, and has the outputs of both. */
export const andThen = <S>([state, outputs]: FakeStep<S>, next: (state: S) => FakeStep<S>): FakeStep<S> => {
  const [after, more] = next(state)
  return [after, [...outputs, ...more]]
}

/** Returns a step that consists of several parts, in order. */
export const steps = <S>(state: S, ...parts: readonly ((state: S) => FakeStep<S>)[]): FakeStep<S> =>
  parts.reduce<FakeStep<S>>(andThen, [state, []])

/** Returns a step that sends frames and leaves the state unchanged. */
export const sends = <S>(state: S, ...frames: readonly object[]): FakeStep<S> => [
  state,
  frames.map((send): FakeOutput => ({ send })),
]
