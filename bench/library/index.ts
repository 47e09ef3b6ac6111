import { aiTokenizer } from './ai-tokenizer.ts'
import { ctxc } from './ctxc.ts'
import { gptTokenizer } from './gpt-tokenizer.ts'
import { jsTiktoken } from './js-tiktoken.ts'
import { kitoken } from './kitoken.ts'
import type { Library } from './library.ts'
import { microsoft } from './microsoft.ts'
import { tiktoken } from './tiktoken.ts'
import { tiktokenRs } from './tiktoken-rs.ts'

/** Ours first; then the peers by kind. */
export const libraries: readonly Library[] = [
  ctxc,
  gptTokenizer,
  aiTokenizer,
  microsoft,
  jsTiktoken,
  tiktoken,
  kitoken,
  tiktokenRs,
]
