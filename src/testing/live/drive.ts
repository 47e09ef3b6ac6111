import { readOptions } from '../../core/form/options.ts'
import type { ModelAction } from './action.ts'
import type { FakeOutput, FakeStep, FakeView, LiveFake } from './fake.ts'
import { createMemory, type FakeMemory } from './memory.ts'
import { type FakeOptions, fakeOptionsForm } from './options.ts'

/** Test connection to a fake server, in virtual time. */
export interface FakeConnection {
  /** Passes a frame of the client to the fake. Returns the outputs of the fake. */
  receive(frame: unknown, at?: number): readonly FakeOutput[]
  /** Performs a scripted action. Returns the outputs of the fake. */
  act(action: ModelAction | ModelAction['type'], at?: number): readonly FakeOutput[]
  view(): FakeView
  /** All outputs of the fake so far. */
  readonly outputs: readonly FakeOutput[]
}

/**
 * Opens a connection to a fake server, and stores the connection's state. Calls without `at` do not advance the clock.
 *
 * @example
 * import { drive, geminiLive } from 'ctxc/testing/live'
 *
 * const connection = drive(geminiLive)
 * console.log(connection.receive({ setup: { model: 'models/a' } })) // [ { send: { setupComplete: {} } } ]
 */
export const drive = <S>(
  fake: LiveFake<S>,
  options: FakeOptions = {},
  memory: FakeMemory = createMemory(),
): FakeConnection => {
  let state = fake.connect(readOptions(fakeOptionsForm, options, 'drive'), memory)
  let now = 0
  const outputs: FakeOutput[] = []
  const runFakeStep = (at: number | undefined, step: (at: number) => FakeStep<S>) => {
    now = at ?? now
    const [next, sent] = step(now)
    state = next
    outputs.push(...sent)
    return sent
  }
  return {
    receive: (frame, at) => runFakeStep(at, at => fake.receive(state, frame, at)),
    act: (action, at) =>
      runFakeStep(at, at =>
        fake.act(state, typeof action === 'string' ? ({ type: action } as ModelAction) : action, at),
      ),
    view: () => fake.view(state),
    outputs,
  }
}
