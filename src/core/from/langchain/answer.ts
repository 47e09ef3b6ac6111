import { isObject } from '../../ir/json.ts'
import type { Part } from '../../ir/part.ts'
import { readItem } from '../../vendor/openai/read/openai-responses.ts'
import { givenField, listOr, objectOr, type Raw, stringOr } from '../read.ts'
import { readCall } from './call-part.ts'
import { Calls, callIdOf, callsOfAnswer } from './calls.ts'
import { isCallBlock, readPiece, unwrapNonStandard } from './content.ts'
import { itemsOfAnswer, partsOfItems } from './output.ts'
import { type Maker, readReasoning } from './reasoning.ts'

/** Key under which LangChain's Gemini classes store the signatures of an answer's calls, by call id. */
export const geminiSignatures = '__gemini_function_call_thought_signatures__'

/** Returns the provider and the model that an answer names. */
export function makerOf({ response_metadata: metadata, additional_kwargs: kwargs }: Raw): Maker {
  const { model_name: name, model, model_provider: provider } = objectOr(metadata)
  // LangChain's Gemini classes do not name the provider, so it is recognized by the key under which they store
  // signatures.
  const gemini = isObject(kwargs) && geminiSignatures in kwargs ? 'google-genai' : ''
  return { provider: stringOr(provider) || gemini, model: stringOr(name) || stringOr(model) || undefined }
}

/** Types of items that are not in an answer's content, but that LangChain's class for the Responses API also sends. */
const sentBeside = new Set([
  'mcp_call',
  'code_interpreter_call',
  'image_generation_call',
  'shell_call',
  'local_shell_call',
])

/**
 * Adds reasoning that is stored outside the content. A complete reasoning item replaces reasoning in the content,
 * because the content has only the text of the reasoning.
 */
function addOuterReasoning(fields: Raw, parts: readonly Part[], maker: Maker): readonly Part[] {
  const { reasoning, reasoning_content: words } = objectOr(fields.additional_kwargs)
  const isSealed = parts.some(part => part.kind === 'reasoning' && part.native)
  if (isObject(reasoning) && !isSealed) {
    // The content repeats only the text of this reasoning.
    const rest = parts.filter(({ kind }) => kind !== 'reasoning')
    return [readReasoning(reasoning, maker), ...rest]
  }
  if (typeof words !== 'string' || words === '' || parts.some(({ kind }) => kind === 'reasoning'))
    return parts
  return [{ kind: 'reasoning', text: words }, ...parts]
}

/** Returns streamed fragments of a call's arguments, by the index of the content block that they belong to. */
function deltasOf(content: readonly unknown[]): ReadonlyMap<unknown, readonly string[]> {
  const deltas = new Map<unknown, string[]>()
  for (const piece of content) {
    const { type, index, input } = objectOr(piece)
    if (type !== 'input_json_delta') continue
    const known = deltas.get(index)
    if (known) known.push(stringOr(input))
    else deltas.set(index, [stringOr(input)])
  }
  return deltas
}

/**
 * Returns a call's content block with its complete arguments: the block's own text and the streamed fragments that
 * followed.
 */
const joinDeltas = (block: Raw, deltas: ReadonlyMap<unknown, readonly string[]>): Raw =>
  typeof block.input === 'string'
    ? { ...block, input: [block.input, ...(deltas.get(block.index) ?? [])].join('') }
    : block

/**
 * Returns the call of a content block: the listed call that the block repeats, otherwise the block itself. Null for a
 * block that LangChain does not send.
 */
function takeRepeatedCall(
  block: Raw,
  calls: Calls,
  fields: Raw,
  deltas: ReadonlyMap<unknown, readonly string[]>,
): Raw | null {
  const { functionCall: own } = block
  if (!isObject(own)) return calls.takeRepeated(block) ?? joinDeltas(block, deltas)
  const found = calls.takeRepeated(own) ?? calls.takeNamed(own.name)
  if (found) return found
  // If the answer has a list of calls, a block that repeats none of them is never sent by LangChain.
  return Array.isArray(fields.tool_calls) ? null : { id: own.id, name: own.name, args: own.args }
}

/** Returns a built-in tool's call under the name of the tool that LangChain runs for this call. */
function withToolName(part: Part, { tool_calls: listed }: Raw): Part {
  if (part.kind !== 'tool-call' || part.native === undefined) return part
  const name = stringOr(
    listOr(listed)
      .map(objectOr)
      .find(call => callIdOf(call) === part.id)?.name,
  )
  return name === '' ? part : { ...part, name }
}

/** Reads the text, reasoning and calls of an answer. A call that is both listed and in the content is read once. */
export function readAnswer(fields: Raw, deployment: string | null = null): readonly Part[] {
  const made = makerOf(fields)
  const maker =
    deployment !== null && made.provider.includes('openai') ? { ...made, model: deployment } : made
  const items = itemsOfAnswer(fields)
  if (items)
    return partsOfItems(items, maker.model)
      .flat()
      .map(part => withToolName(part, fields))
  const calls = new Calls(callsOfAnswer(fields))
  const kwargs = objectOr(fields.additional_kwargs)
  const signatures = objectOr(kwargs[geminiSignatures])
  const outputs = listOr(kwargs.tool_outputs).filter(isObject)
  const computers = new Map(outputs.filter(isComputer).map(item => [callIdOf(item), item]))
  const read = (call: Raw, item: Raw = computers.get(callIdOf(call)) ?? call): Part => {
    computers.delete(callIdOf(call))
    return addGeminiSeal(readCall(call, item, maker), [signatures[callIdOf(call)], item, call], maker)
  }
  const parts: Part[] = []
  const content = piecesOf(fields.content).map(piece => (isObject(piece) ? unwrapNonStandard(piece) : piece))
  const deltas = deltasOf(content)
  for (const piece of content) {
    const call = isCallBlock(piece) ? takeRepeatedCall(piece, calls, fields, deltas) : undefined
    const part = call === undefined ? readPiece(piece, maker) : call && read(call, piece as Raw)
    if (part) parts.push(part)
  }
  const { refusal } = kwargs
  return [
    ...addOuterReasoning(fields, parts, maker),
    ...(typeof refusal === 'string' && refusal !== ''
      ? [
          {
            kind: 'text',
            text: refusal,
            extra: { format: 'openai-chat', fields: { type: 'refusal' } },
          } as const,
        ]
      : []),
    ...calls.rest.map(call => read(call)),
    ...outputs.flatMap(item => {
      const isSent = isComputer(item) ? computers.has(callIdOf(item)) : sentBeside.has(stringOr(item.type))
      return isSent ? readItem(false, maker.model, item, 0).parts : []
    }),
  ]
}

const isComputer = ({ type }: Raw): boolean => type === 'computer_call'

/** Returns a call with its Gemini signature, from the table by call id, the content block or the call itself. */
function addGeminiSeal(part: Part, holders: readonly unknown[], { model }: Maker): Part {
  const texts = holders.map(held => stringOr(held) || stringOr(objectOr(held).thoughtSignature))
  const value = part.kind === 'tool-call' ? texts.find(text => text !== '') : undefined
  return value === undefined
    ? part
    : ({ ...part, seal: { format: 'gemini', value, ...givenField('model', model) } } as Part)
}

const piecesOf = (content: unknown): readonly unknown[] =>
  Array.isArray(content) ? content : content === null || content === undefined ? [] : [content]
