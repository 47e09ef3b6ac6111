import { branches } from './branches.ts'
import { detectors } from './detectors.ts'
import { guardRound, recorded } from './guard.ts'
import { memories, queries } from './memories.ts'
import { providers } from './providers.ts'
import { effects, request } from './request.ts'
import type { CompileRound } from './round.ts'
import { summaries } from './summaries.ts'
import { target } from './target.ts'
import { repetition, validators } from './validators.ts'

/** Rounds of a compile, in their order. A round that is not needed costs nothing. */
export const rounds: readonly CompileRound[] = [
  guardRound,
  branches,
  providers,
  queries,
  detectors,
  validators,
  memories,
  target,
  effects,
  request,
  repetition,
  recorded,
  summaries,
  // Runs again, for texts that were written only by the rounds in between.
  detectors,
]
