import { declarations, restatement } from './declarations.ts'
import { detectors } from './detectors.ts'
import { guardRound, recorded } from './guard.ts'
import { memories, queries } from './memories.ts'
import { effects, request, summaries } from './request.ts'
import { branches, providers } from './resolved.ts'
import type { CompileRound } from './round.ts'
import { target } from './target.ts'
import { repetition, validators } from './validators.ts'

/** Rounds (steps) of a compile, in their order. A round that a compile does not need costs nothing. */
export const rounds: readonly CompileRound[] = [
  guardRound,
  branches,
  providers,
  queries,
  detectors,
  validators,
  memories,
  target,
  declarations,
  effects,
  request,
  repetition,
  recorded,
  summaries,
  restatement,
  // Detectors run a second time, for the texts that the rounds in between have written.
  detectors,
]
