import type { Run } from '../../scripts/runs.ts'
import { tokenizerOf } from '../../src/core/count/disk.ts'
import { type Estimator, estimateOf, estimators } from '../../src/core/count/estimator.ts'
import type { TargetName } from '../../src/core/ir/target-name.ts'
import { gemma3, type Vocabulary } from '../library/vocabulary.ts'

/** Sources whose logs have the size of whole prompts. */
export const sources = ['tau2_bench', 'pi_coding_agent', 'mini_swe_agent']

/** Recorded run with the vendor's own count of its messages. */
export interface SizedRun {
  readonly id: string
  /** Model, as tables show it. */
  readonly name: string
  readonly messages: readonly Message[]
  readonly options: { readonly model: string; readonly target: TargetName }
  /** Numbers of messages that calls were made with. */
  readonly ends: readonly number[]
  /** Tokens of the messages from one index up to another, by the vendor's count. */
  readonly size: (from: number, to: number) => number
}

/** Message of a recorded run. */
export interface Message {
  readonly role: string
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[] | null
  readonly tool_calls?: readonly {
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
}

/** Returns the texts of a message that count as tokens. */
export const textsOf = ({ content, tool_calls: calls = [] }: Message): readonly string[] => [
  ...(typeof content === 'string' ? [content] : (content ?? []).flatMap(({ text }) => text ?? [])),
  ...calls.flatMap(call => [call.function.name, call.function.arguments]),
]

/** Estimated tokens of a message. */
function estimateMessage(message: Message, estimator: Estimator): number {
  const texts = textsOf(message).map(text => estimateOf(estimator, text, tokenizerOf('o200k_base')).estimate)
  return texts.reduce((sum, tokens) => sum + tokens, overheadOf(message, likelyOverhead(estimator)))
}

/** Returns the tokens of a message and its calls in addition to their text. */
export const overheadOf = (
  { role, tool_calls: calls = [] }: Message,
  { message, call }: { readonly message: number; readonly call: number },
): number => (role === 'tool' ? 0 : message) + calls.length * call

const likelyOverhead = ({ message, call }: Estimator) => ({ message: message.estimate, call: call.estimate })

/**
 * Returns a run with the sizes that its provider logged; null if its log does not say. The growth between two logged
 * calls is shared among its messages by their estimates.
 */
export function loggedSize(run: Run): SizedRun | null {
  const claude = run.model.includes('claude')
  const openai = /gpt-(4\.1|5\.4)/.test(run.model)
  const estimator = estimators[claude ? 'claude-3' : 'unknown']
  const messages = run.messages as readonly Message[]
  const compacted = Math.min(...(run.meta?.compactions ?? []).map(({ at = 0 }) => at))
  const calls = (run.meta?.usage ?? [])
    .filter(({ at, prompt_tokens: logged }) => at <= compacted && logged > (claude ? 1_000 : 0))
    // Thinking is sent only within a tool loop, and dropped at the user's next message.
    .filter(({ at }) => !claude || run.file !== 'tau2_bench' || messages[at - 1]?.role === 'user')
    // A prompt that is smaller than one before it was not all of the conversation, or the one before was more.
    .filter(
      ({ prompt_tokens: logged }, index, all) =>
        logged < (all[index + 1]?.prompt_tokens ?? Number.POSITIVE_INFINITY) &&
        logged > (all[index - 1]?.prompt_tokens ?? 0),
    )
  if (calls.length < 2) return null
  const estimates = messages.map(message => estimateMessage(message, estimator))
  const sizes = [...estimates]
  for (const [index, { at, prompt_tokens: logged }] of calls.entries()) {
    const earlier = calls[index - 1]
    if (earlier === undefined) continue
    const sum = estimates.slice(earlier.at, at).reduce((total, tokens) => total + tokens, 0)
    const ratio = (logged - earlier.prompt_tokens) / Math.max(1, sum)
    for (let each = earlier.at; each < at; each++) sizes[each] = (estimates[each] as number) * ratio
  }
  const family = run.model.split(/[/(]/)[0] as string
  return {
    id: run.id,
    name: claude || openai ? run.model : `${family} (unlisted)`,
    messages,
    options: {
      ...(claude
        ? { target: 'anthropic', model: run.model }
        : { target: 'openai-chat', model: openai ? run.model : 'unlisted-model' }),
    },
    ends: calls.map(({ at }) => at),
    size: sizeBetween(sizes),
  }
}

let vocabulary: Promise<Vocabulary | null> | null = null
const counted = new Map<string, number>()

/** Returns a run with the sizes that Gemma 3's tokenizer counts; null without the tokenizer. */
export async function gemmaSize(run: Run): Promise<SizedRun | null> {
  vocabulary ??= gemma3()
  const gemma = await vocabulary
  if (gemma === null) return null
  const sizes = (run.messages as readonly Message[]).map(message =>
    textsOf(message).reduce(
      (sum, text) => sum + count(text, gemma),
      overheadOf(message, likelyOverhead(estimators.gemini)),
    ),
  )
  return {
    id: run.id,
    name: 'gemini-2.5-flash, by Gemma 3',
    messages: run.messages as readonly Message[],
    options: { target: 'gemini', model: 'gemini-2.5-flash' },
    ends: run.messages.flatMap((message, at) => ((message as Message).role === 'assistant' ? [at] : [])),
    size: sizeBetween(sizes),
  }
}

function count(text: string, gemma: Vocabulary): number {
  const known = counted.get(text)
  if (known !== undefined) return known
  const tokens = text === '' ? 0 : gemma.count(text)
  counted.set(text, tokens)
  return tokens
}

/** Returns a function that sums the sizes of a range of messages. */
function sizeBetween(sizes: readonly number[]): SizedRun['size'] {
  const sums = [0]
  for (const size of sizes) sums.push((sums.at(-1) as number) + size)
  return (from, to) => (sums[to] as number) - (sums[from] as number)
}
