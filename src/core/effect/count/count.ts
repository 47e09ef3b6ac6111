import type { EffectOutcome } from '../../ir/event.ts'
import { callHandler } from '../call-handler.ts'
import type { EffectOf } from '../effect.ts'
import type { CountHandler } from './handler.ts'

/** Calls a handler to count one request; no outcome if the signal is aborted. Never throws. */
export const callCount = (
  want: EffectOf<'count'>,
  handler: CountHandler,
  signal: AbortSignal,
): Promise<EffectOutcome[]> =>
  callHandler(want, handler, signal, (reported: unknown) => {
    if (!Number.isSafeInteger(reported) || (reported as number) <= 0)
      throw new Error('it gave no whole number of tokens from 1')
    return { model: want.input.model, estimate: want.estimate ?? 0, reported }
  })
