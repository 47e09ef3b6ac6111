// The calls of a request and their results, read from the wire form of each provider without the library's help.
import { type Fields, fields, list, parsed } from '../laws/law.ts'

/** A call in a request, with its result. */
export interface SentCall {
  /** Empty where the wire has none. */
  readonly id: string
  readonly name: string
  readonly args: unknown
  /** Whole result; undefined if none follows. */
  readonly result: unknown
}

interface Half extends Omit<SentCall, 'result'> {
  readonly key: string
}

type Answers = Map<string, unknown>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Pairs calls with answers under the same key. */
const pair = (calls: readonly Half[], answers: Answers): SentCall[] =>
  calls.map(({ key, ...call }) => ({ ...call, result: answers.get(key) }))

export function responses(input: readonly Fields[]): SentCall[] {
  const calls: Half[] = []
  const answers: Answers = new Map()
  for (const item of input) {
    const type = text(item.type)
    const key = text(item.call_id)
    if (type.endsWith('_call_output')) answers.set(key, item.output)
    else if (type === 'function_call')
      calls.push({ key, id: key, name: text(item.name), args: parsed(item.arguments) })
    else if (type === 'custom_tool_call')
      calls.push({ key, id: key, name: text(item.name), args: item.input })
    else if (/^(computer|local_shell|shell|apply_patch)_call$/.test(type))
      calls.push({
        key,
        id: key,
        name: type.replace(/_call$/, ''),
        args: item.action ?? item.operation ?? {},
      })
  }
  return pair(calls, answers)
}

export function chat(messages: readonly Fields[]): SentCall[] {
  const calls: Half[] = []
  const answers: Answers = new Map()
  for (const message of messages) {
    if (message.role === 'tool') answers.set(text(message.tool_call_id), message.content)
    for (const call of list(message.tool_calls).map(fields)) {
      const id = text(call.id)
      const { name, arguments: args } = fields(call.function)
      const { name: own, input } = fields(call.custom)
      calls.push(
        call.type === 'custom'
          ? { key: id, id, name: text(own), args: input }
          : { key: id, id, name: text(name), args: parsed(args) },
      )
    }
  }
  return pair(calls, answers)
}

export function anthropic(messages: readonly Fields[]): SentCall[] {
  const calls: Half[] = []
  const answers: Answers = new Map()
  for (const block of messages.flatMap(({ content }) => list(content).map(fields))) {
    const id = text(block.id)
    if (block.type === 'tool_use') calls.push({ key: id, id, name: text(block.name), args: block.input })
    if (block.type === 'tool_result') answers.set(text(block.tool_use_id), block.content ?? '')
  }
  return pair(calls, answers)
}

export function gemini(contents: readonly Fields[]): SentCall[] {
  const calls: Half[] = []
  const answers: Answers = new Map()
  for (const [at, content] of contents.entries()) {
    const counts = new Map<string, number>()
    const keyOf = (id: unknown, name: unknown, step: number): string => {
      if (id !== undefined) return `id ${text(id)}`
      const nth = counts.get(text(name)) ?? 0
      counts.set(text(name), nth + 1)
      return `${step} ${text(name)} ${nth}`
    }
    for (const part of list(content.parts).map(fields)) {
      const { functionCall: call, functionResponse: response } = part
      if (call !== undefined) {
        const { id, name, args } = fields(call)
        calls.push({ key: keyOf(id, name, at), id: text(id), name: text(name), args: args ?? {} })
      }
      if (response !== undefined) {
        const { id, name, response: given, parts } = fields(response)
        answers.set(keyOf(id, name, at - 1), [given, parts])
      }
    }
  }
  return pair(calls, answers)
}

export function aiSdk(messages: readonly Fields[]): SentCall[] {
  const calls: Half[] = []
  const answers: Answers = new Map()
  for (const { role, content } of messages) {
    for (const part of list(content).map(fields)) {
      const id = text(part.toolCallId)
      if (part.type === 'tool-call' && part.providerExecuted !== true)
        calls.push({ key: id, id, name: text(part.toolName), args: part.input })
      if (part.type === 'tool-result' && role === 'tool') answers.set(id, part.output)
    }
  }
  return pair(calls, answers)
}

const tag = /<context:([0-9a-f]+) from="(call|tool|failed tool) ([^"]*)">\n([\s\S]*?)\n<\/context:\1>/g

const plain = (label: string): string =>
  label
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')

/** Reads calls between tags; the results of a response are in the message after it, under the same label. */
export function words(messages: readonly Fields[]): SentCall[] {
  const calls: (Half & { readonly at: number })[] = []
  const answers: Answers = new Map()
  for (const [at, { role, content }] of messages.entries()) {
    const counts = new Map<string, number>()
    for (const [, , kind, label = '', inner = ''] of text(content).matchAll(tag)) {
      const isCall = kind === 'call'
      if (isCall !== (role === 'assistant')) continue
      const nth = counts.get(label) ?? 0
      counts.set(label, nth + 1)
      const key = `${isCall ? at : at - 1} ${label} ${nth}`
      const name = plain(label.replace(/ #\d+$/, ''))
      if (isCall) calls.push({ key, id: '', name, args: inner, at })
      else answers.set(key, inner)
    }
  }
  return pair(calls, answers)
}
