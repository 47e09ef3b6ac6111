/**
 * The floor of a Chat history, summed from the messages themselves and apart from the compiler: system text,
 * declared tools, and the current input as DESIGN.md 2 has it. Only the counter of texts is shared.
 */
import type { Counter } from '../src/core/count/counter.ts'
import type { TargetName } from '../src/core/ir/target-name.ts'

interface Message {
  readonly role: string
  readonly content?: string | null
  readonly tool_calls?: readonly {
    readonly id: string
    readonly function: { readonly name: string; readonly arguments: string }
  }[]
  readonly tool_call_id?: string
}

/** Step of a run: an answer with its results, or one message of another author. */
interface Step {
  readonly role: string
  readonly messages: Message[]
  readonly unanswered: Set<string>
}

/** Tokens of the tool prompt for Claude Sonnet 5, the model of these runs: the larger figure of Anthropic's page. */
const toolPrompt = 474

/** Signature that is used for the first call of a step if none was recorded. */
const sentinel = 'skip_thought_signature_validator'

const noResult = 'Error: no result was recorded for this call.'

function stepsOf(messages: readonly Message[]): Step[] {
  const steps: Step[] = []
  for (const message of messages) {
    const answer = steps.findLast(step => step.role === 'assistant')
    if (message.role === 'tool') {
      if (!answer?.unanswered.delete(message.tool_call_id ?? '')) continue
      answer.messages.push(message)
    } else {
      if (message.role === 'assistant' && !message.content && !message.tool_calls?.length) continue
      const unanswered = new Set(message.tool_calls?.map(({ id }) => id))
      if (message.role === 'assistant') answer?.unanswered.clear()
      steps.push({ role: message.role, messages: [message], unanswered })
    }
  }
  return steps
}

/** Returns the steps that must not be dropped: the last user messages, the last step, a step that waits for results. */
function current(steps: readonly Step[]): Step[] {
  const kept = new Set<Step>(
    steps.filter(({ role, unanswered }) => role === 'assistant' && unanswered.size > 0).slice(-1),
  )
  const last = steps.at(-1)
  if (last) kept.add(last)
  let user = steps.findLastIndex(({ role }) => role === 'user')
  for (; user >= 0 && steps[user]?.role === 'user'; user--) kept.add(steps[user] as Step)
  return steps.filter(step => kept.has(step))
}

/** Returns the tokens, as upper bounds, that a request for these messages cannot do without. */
export function floorOf(
  messages: readonly object[],
  tools: readonly object[],
  target: TargetName,
  counter: Counter,
): number {
  // The recorded runs of the AI SDK are for Claude too.
  const claude = target === 'anthropic' || target === 'ai-sdk'
  const text = (value: string | null | undefined): number => (value ? counter.text(value).max : 0)
  const all = messages as readonly Message[]
  const leading = all.findIndex(({ role }) => role !== 'system')
  const history = leading < 0 ? [] : all.slice(leading)
  const kept = current(settle(stepsOf(history)))
  let sum = all
    .slice(0, leading < 0 ? all.length : leading)
    .reduce((total, { content }) => total + text(content) + counter.message.max, 0)
  const called = new Set<string>()
  for (const { messages: parts } of kept) {
    const calls = parts[0]?.tool_calls ?? []
    const results = parts.length - 1
    const blank = claude ? (value: string) => value.trim() === '' : () => false
    for (const part of parts) sum += blank(part.content ?? '') ? 0 : text(part.content)
    sum +=
      counter.message.max *
      (claude || target === 'gemini'
        ? calls.length > 0
          ? 2
          : 1
        : target === 'openai'
          ? wireItems(parts, calls.length)
          : 1 + calls.length)
    sum += (calls.length - results) * text(noResult)
    if (target === 'gemini' && calls.length > 0) sum += text(sentinel)
    for (const {
      function: { name, arguments: given },
    } of calls) {
      sum += counter.call.max + text(name) + text(given === '' ? '{}' : given)
      // In the AI SDK's format, a result repeats the name of its tool.
      if (target === 'ai-sdk') sum += text(name)
      called.add(name)
    }
  }
  if (claude || target === 'gemini') {
    const filler = text('Continue.') + counter.message.max
    if (kept[0]?.role !== 'user') sum += filler
    if (kept.at(-1)?.role === 'assistant' && !kept.at(-1)?.messages[0]?.tool_calls?.length) sum += filler
  }
  if (claude) {
    if (tools.length > 0 || called.size > 0) sum += toolPrompt
    if (tools.length === 0)
      for (const name of called)
        sum +=
          text(JSON.stringify({ name, [schemaKey(target)]: { type: 'object', properties: {} } })) +
          counter.tool.max
  }
  return sum + counter.request.max + toolsMax(tools, target, counter)
}

/** Only the newest answer can wait for results, because a later answer settles earlier calls. */
function settle(steps: Step[]): Step[] {
  const lastAnswer = steps.findLast(({ role }) => role === 'assistant')
  for (const step of steps) if (step.role === 'assistant' && step !== lastAnswer) step.unanswered.clear()
  return steps
}

/** In the Responses format, the text, each call and each result are separate items. */
const wireItems = (parts: readonly Message[], calls: number): number =>
  (parts[0]?.content || calls === 0 ? 1 : 0) + calls * 2

/** Returns the name of the field with a tool's parameters. */
const schemaKey = (target: TargetName): string => (target === 'ai-sdk' ? 'parameters' : 'input_schema')

function toolsMax(tools: readonly object[], target: TargetName, counter: Counter): number {
  return tools.reduce<number>((sum, tool) => {
    const { function: declared } = tool as {
      function: { name: string; description?: string; parameters?: object }
    }
    const { name, description, parameters } = declared
    const claude = target === 'anthropic' || target === 'ai-sdk'
    const json = JSON.stringify(
      claude
        ? { name, description, [schemaKey(target)]: parameters }
        : target === 'gemini'
          ? { name, description, parametersJsonSchema: parameters }
          : target === 'openai'
            ? { type: 'function', name, description, parameters, strict: false }
            : { type: 'function', function: { name, description, parameters } },
    )
    return sum + counter.text(json).max + (claude || target === 'gemini' ? counter.tool.max : 16)
  }, 0)
}
