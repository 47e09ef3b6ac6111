import { formatCount } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

type At = readonly string[]

/** Handling of an item that only its own provider understands. */
export type OpaqueFate = 'dropped' | 'sent as text'

/** Reasons why an item of another provider cannot be sent, as text. */
const reasons = {
  'no equivalent': 'the target has no equivalent',
  'no form': 'the target has no form for this type',
  misplaced: 'the provider does not allow this type in that place',
  'half missing': 'the call or the result that belongs to it is missing',
  'not from the model': 'users, not models, approve calls',
  'no text': 'it has no text, and its message is sent as text',
  'id used before': 'its id was used before',
  'undeclared tool': 'its tool is not declared',
  'unknown tool': 'its tool is unknown',
  'no MCP server': 'no MCP server is declared',
  empty: 'it has no content',
  'other model family': 'a model of another family made it',
  'other provider': 'another provider made it',
  'unnamed provider': 'it does not name the provider that made it',
  'invalid signature': 'its signature is not valid',
  'broken seal': 'its sealed content is not text',
  'no sealed content': 'it has no sealed content',
  'reasoning missing': 'the reasoning that belongs to it is not sent',
  'missing reference': 'the item that it refers to is missing',
  'unknown to the model': 'the model does not support this type',
  'automatic truncation': 'the request has automatic truncation',
  'not last': 'an item of this type must be the last one',
  'never run': 'its call never ran',
  'never stored': 'it is unfinished, and the server stores no items',
  'turn over': 'its text was for one turn, which is over',
} as const

/** Reason why an item that only its own provider understands cannot be sent. */
export type OpaqueLoss = keyof typeof reasons

/** Advice, for those reasons that a caller can change. */
const advice: Partial<Readonly<Record<OpaqueLoss, string>>> = {
  'undeclared tool': 'declare the tool that made the item',
  'no MCP server': 'declare the MCP server that the item needs',
  'unnamed provider': 'keep the providerOptions or providerMetadata with which the item came',
}

/** Advice for each kind of tool change that cannot be sent. */
const changeAdvice: Readonly<Record<string, string>> = {
  tool_addition: 'declare the tool, because the model cannot call it',
  tool_removal: 'take the tool out of the declared tools, because the model can still call it',
}

/** Reports provider-specific items that cannot be sent in their own form. */
export function opaqueLeftOut(type: string, why: OpaqueLoss, at: At, fate: OpaqueFate): Diagnostic {
  // The tool is not declared, so it need not be removed. There is nothing to advise.
  const help =
    type === 'tool_removal' && why === 'undeclared tool' ? undefined : (changeAdvice[type] ?? advice[why])
  return make('CX7008', {
    message: `${formatCount(at.length, 'provider-specific item')} ('${type}') ${at.length === 1 ? 'was' : 'were'} ${fate}: ${reasons[why]}`,
    at,
    ...(help !== undefined && { help }),
    data: { fate, type, why },
  })
}

/** Reports blocks that lost their field `caller`, because the call that the field names is not sent. */
export const callerFieldDropped = (at: At): Diagnostic =>
  make('CX7021', {
    message: `'caller' was dropped from ${formatCount(at.length, 'block')}, because the call that it names is not sent`,
    at,
    help: 'keep the code execution that made the call in the history, and declare its tool',
  })

/** Reports items without text, such as internal records of an SDK. */
export const bookkeepingDropped = (kind: string, at: At): Diagnostic =>
  make('CX7029', {
    message: `${formatCount(at.length, 'provider-specific item')} without text ${at.length === 1 ? 'was' : 'were'} dropped, because only ${at.length === 1 ? 'its' : 'their'} own provider reads ${at.length === 1 ? 'it' : 'them'}: ${shortenKind(kind)}`,
    at,
    data: { kind },
  })

const shortenKind = (kind: string): string => (kind.length <= 90 ? kind : `${kind.slice(0, 89)}…`)
