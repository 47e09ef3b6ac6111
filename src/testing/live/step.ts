import type { FakeOutput, FakeStep } from './fake.ts'

/** Continues a step of a fake with `next`, and returns one step with the outputs of both. */
export const continueStep = <S>(
  [state, outputs]: FakeStep<S>,
  next: (state: S) => FakeStep<S>,
): FakeStep<S> => {
  const [after, more] = next(state)
  return [after, [...outputs, ...more]]
}

/** Runs several parts in order, and returns one step with all outputs. */
export const runSteps = <S>(state: S, ...parts: readonly ((state: S) => FakeStep<S>)[]): FakeStep<S> =>
  parts.reduce<FakeStep<S>>(continueStep, [state, []])

/** Returns a step that sends frames, and leaves the state of the fake unchanged. */
export const sendFrames = <S>(state: S, ...frames: readonly object[]): FakeStep<S> => [
  state,
  frames.map((send): FakeOutput => ({ send })),
]
