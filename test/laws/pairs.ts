import { roleOfAuthor } from '../../src/core/ir/event.ts'
import type { Part } from '../../src/core/ir/part.ts'
import type { Outcome } from './case.ts'
import { type Fields, fields, list } from './law.ts'

/** A call or a result on the wire: its id, the pointer of the id, the place of its message. */
interface Half {
  readonly id: string
  readonly pointer: string
  readonly at: number
}

interface Halves {
  readonly calls: readonly Half[]
  readonly results: readonly Half[]
}

/** Items of the Responses API that the caller answers, and the answers. */
const paired = /^(function|custom_tool|computer|local_shell|shell|apply_patch)_call(_output)?$/

/** The calls and results of a request in any of the wire formats; those that a provider itself runs are not paired. */
function halves(body: Fields): Halves {
  const calls: Half[] = []
  const results: Half[] = []
  if (body.contents !== undefined) return contentHalves(list(body.contents))
  const base = body.messages === undefined ? '/input' : '/messages'
  for (const [at, raw] of list(body.messages ?? body.input).entries()) {
    const message = fields(raw)
    const add = (to: Half[], id: unknown, path: string): void =>
      void to.push({ id: String(id), pointer: `${base}/${at}/${path}`, at })
    for (const [index, call] of list(message.tool_calls).entries())
      add(calls, fields(call).id, `tool_calls/${index}/id`)
    if (message.role === 'tool' && message.tool_call_id !== undefined)
      add(results, message.tool_call_id, 'tool_call_id')
    const item = paired.exec(String(message.type))
    if (item !== null) add(item[2] === undefined ? calls : results, message.call_id, 'call_id')
    for (const [index, block] of list(message.content).map(fields).entries()) {
      if (block.type === 'tool_use') add(calls, block.id, `content/${index}/id`)
      if (block.type === 'tool_result') add(results, block.tool_use_id, `content/${index}/tool_use_id`)
      const path = `content/${index}/toolCallId`
      if (block.type === 'tool-call' && block.providerExecuted !== true) add(calls, block.toolCallId, path)
      if (block.type === 'tool-result' && message.role === 'tool') add(results, block.toolCallId, path)
    }
  }
  return { calls, results }
}

/** The same of contents, where a call without an id is known by its place and name: so many calls, so many responses. */
function contentHalves(contents: readonly unknown[]): Halves {
  const calls: Half[] = []
  const results: Half[] = []
  for (const [at, content] of contents.entries()) {
    const counts = new Map<string, number>()
    for (const [index, part] of list(fields(content).parts).map(fields).entries()) {
      for (const key of ['functionCall', 'functionResponse'] as const) {
        if (part[key] === undefined) continue
        const { id, name } = fields(part[key])
        const nth = counts.get(String(name)) ?? 0
        if (id === undefined) counts.set(String(name), nth + 1)
        const step = key === 'functionCall' ? at : at - 1
        const pointer = `/contents/${at}/parts/${index}/${key}/name`
        const to = key === 'functionCall' ? calls : results
        to.push({ id: id === undefined ? `${step} ${String(name)} ${nth}` : String(id), pointer, at })
      }
    }
  }
  return { calls, results }
}

/** Every call has exactly one result after it, every result one call before it, and they belong together. */
export function unpaired(outcome: Outcome): string[] {
  const body = fields(outcome.result.request)
  const { calls, results } = halves(body)
  const complaints: string[] = []
  for (const call of calls) {
    const answers = results.filter(({ id }) => id === call.id)
    const [answer] = answers
    if (answers.length !== 1) complaints.push(`a call with ${answers.length} results`)
    else if (answer && answer.at <= call.at) complaints.push('a result that is not after its call')
    else if (answer && !belong(outcome, call, answer)) complaints.push('a call with the result of another')
    if (calls.filter(({ id }) => id === call.id).length > 1) complaints.push('two calls with one id')
  }
  // The calls of a stored conversation are not in the body.
  if (body.previous_response_id !== undefined || body.conversation !== undefined) return complaints
  for (const { id } of results)
    if (!calls.some(call => call.id === id)) complaints.push('a result without a call')
  return complaints
}

/** Whether a result was recorded for the call that it now answers: it bears its id, or none that another call has. */
function belong({ conversation, result }: Outcome, call: Half, answer: Half): boolean {
  const originAt = (pointer: string): string =>
    result.map.find(entry => entry.pointer === pointer)?.segments[0]?.origin ?? ''
  const partAt = (pointer: string): Fields => {
    const [seq, index] = /^e:(\d+)\.(\d+)$/.exec(originAt(pointer))?.slice(1).map(Number) ?? []
    return seq === undefined ? {} : fields(conversation.session.event(seq).parts[index as number])
  }
  const [called, answered] = [partAt(call.pointer), partAt(answer.pointer)]
  if (answered.kind !== 'tool-result' || answered.id === called.id || answered.id === '') return true
  // A call in the mouth of a user or a tool is none, and one that is still to come is not known yet.
  const seq = Number(/^e:(\d+)/.exec(originAt(answer.pointer))?.[1])
  const others = conversation.session.events
    .slice(0, seq)
    .flatMap(({ author, parts }) => (roleOfAuthor(author) === 'model' ? parts : []))
  return !others.some(part => part.kind === 'tool-call' && part.id === answered.id)
}

/** Returns the key by which two calls are the same; empty for any other part, and for a call without an id. */
export const callKey = (part: Part): string[] =>
  part.kind === 'tool-call' && part.id !== '' ? [JSON.stringify([part.id, part.name, part.arguments])] : []
