import { adk } from './adk.ts'
import { aiSDK } from './ai-sdk.ts'
import type { Assembler } from './assembler.ts'
import { bareLoop } from './bare-loop.ts'
import { ours } from './ctxc.ts'
import { langchain, langchainExact } from './langchain.ts'
import { onePass } from './one-pass.ts'
import { priompt, priomptFast } from './priompt.ts'
import { promptTSX } from './prompt-tsx.ts'

/** Ours first, then the floors, then the peers. */
export const assemblers: readonly Assembler[] = [
  ours,
  bareLoop,
  onePass,
  aiSDK,
  adk,
  priompt,
  priomptFast,
  promptTSX,
  langchain,
  langchainExact,
]
