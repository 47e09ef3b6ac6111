import { deepest } from '../text/depth.ts'
import { counted, grouped } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

type At = readonly string[]

const meant = (near: string | null): string => (near === null ? '' : `; did you mean '${near}'?`)

export const noTarget = (
  model: string | null,
  names: readonly string[],
  near: string | null = null,
): Diagnostic =>
  make('CX7001', {
    message: model
      ? `no target is known for the model '${model}'${meant(near)}`
      : 'neither a target nor a model was given',
    help: `give target: one of ${names.map(name => `'${name}'`).join(', ')}`,
    data: { model, targets: names, near },
  })

/** Reports a model of one vendor that is compiled for the API of another. */
export const otherVendor = (model: string, vendor: string, label: string): Diagnostic =>
  make('CX7025', {
    message: `'${model}' is a model of ${vendor}, and the request is for ${label}: its own API will not know it`,
    help: 'leave target out, so that it follows from the model, or give the model that is called',
    data: { model, vendor },
  })

export const emptyConversation = (): Diagnostic =>
  make('CX7026', {
    message: 'the conversation holds no messages, so the model is asked about nothing',
    help: "append the user's message before you compile",
  })

export const noModel = (target: string): Diagnostic =>
  make('CX7002', {
    message: `no model was given, so the request has none and ${target} defaults apply`,
    help: 'give model, or add it to the request yourself',
  })

export const unknownModel = (model: string, near: string | null = null): Diagnostic =>
  make('CX7003', {
    message: `the model '${model}' is not in the tables, so the safest settings of its vendor apply${meant(near)}`,
    notes: [
      'reasoning that may be bound to what precedes it, prefill and sampling are treated as the strictest model treats them',
    ],
    help: "give a budget, since the window is not known; for a deployment under a name of your own, name the model that it runs (`model: 'gpt-5.4'`)",
    data: { model, near },
  })

/** Position of a filler: before everything, or after it. */
export type FillerPlace = 'beginning' | 'end'

export const fillerAdded = (place: FillerPlace, text: string): Diagnostic =>
  make('CX7004', {
    message: `a user message '${text}' was added at the ${place}, because the target wants a user there`,
    at: ['c:filler'],
    ...(place === 'end' && { help: "whenIdle: 'fail' refuses a session that ends with model text" }),
    data: { place },
  })

export const nothingToAnswer = (): Diagnostic =>
  make('CX7005', {
    message: 'the session ends with model text, so there is nothing to answer',
    notes: ["whenIdle is 'fail'"],
    help: "append a user message, or use whenIdle: 'fill'",
  })

export const lateSystemText = (at: At): Diagnostic =>
  make('CX7006', {
    message: `${counted(at.length, 'later system text')} cannot be sent as such here, and ${at.length === 1 ? 'is' : 'are'} fenced user text instead`,
    at,
    notes: ['moving it to the front would change the first bytes of every request'],
    help: 'put what must hold from the start into the instruction',
  })

/** Reports an instruction for a model that accepts none. */
export const systemAsUser = (model: string, at: At): Diagnostic =>
  make('CX7006', {
    message: `'${model}' takes no system instruction, so it is fenced user text at the front`,
    at,
    help: 'use a model that takes one: user text may be followed less strictly',
  })

/** Reasons why reasoning could not be sent. */
export type ReasoningLoss =
  | 'other provider'
  | 'other model family'
  | 'unknown model'
  | 'what precedes it changed'
  | 'there is no room for it'
  | 'told as words'
  | 'no form to replay'
  | 'it has no signature'
  | 'what it led to is gone'
  | 'model does not reason'
  | 'its id was there before'

export const reasoningLeftOut = (why: ReasoningLoss, at: At): Diagnostic =>
  make('CX7007', {
    message: `${counted(at.length, 'reasoning part')} dropped: ${why}`,
    at,
    data: { why },
  })

/** Outcome for an item that only its own provider knows. */
export type OpaqueFate = 'dropped' | 'sent as text'

export const opaqueLeftOut = (why: string, at: At, fate: OpaqueFate = 'dropped'): Diagnostic =>
  make('CX7008', {
    message: `${counted(at.length, 'provider-specific item')} ${at.length === 1 ? 'was' : 'were'} ${fate}: ${why}`,
    at,
    data: { fate, why },
  })

export const callerDropped = (at: At): Diagnostic =>
  make('CX7021', {
    message: `${counted(at.length, 'block')} went without its 'caller': the call that it names is not sent`,
    at,
    help: 'keep the call of the code execution that made it in the history, with its tool declared',
  })

export const bookkeepingDropped = (kind: string, at: At): Diagnostic =>
  make('CX7029', {
    message: `${counted(at.length, 'item')} of a provider was dropped, because it holds no words and only that provider reads it: ${brief(kind)}`,
    at,
    data: { kind },
  })

export const producerAssumed = (model: string, at: At): Diagnostic =>
  make('CX7009', {
    message: `the reasoning does not say which model made it; '${model}' is assumed`,
    at,
    help: 'name the model when importing: fromAnthropic(messages, { model })',
    data: { model },
  })

export const toolsStubbed = (names: readonly string[]): Diagnostic =>
  make('CX7010', {
    message: `the history calls tools that are not declared, so they got bare declarations`,
    notes: [names.join(', ')],
    help: 'declare the tools: the model may call a bare one',
    data: { names },
  })

export const toolRenamed = (names: readonly (readonly [declared: string, wire: string])[]): Diagnostic =>
  make('CX7011', {
    message: `${counted(names.length, 'tool')} had to be sent under another name, because the target does not allow the declared one`,
    notes: names.slice(0, 5).map(([declared, wire]) => `'${declared}' is sent as '${wire}'`),
    help: 'result.names.toDeclared(name) gives the declared name back',
    data: { names },
  })

/** Kind of the notes for declared tools that were dropped because of the history. */
export const toolsLeftOut = 'CX7012 tools'

/** Reports a setting that was dropped. `at` is its place, such as `d:tools` or `d:extra.thinking`. */
export const settingDropped = (
  setting: string,
  why: string,
  at = `d:generateConfig.${setting}`,
): Diagnostic => make('CX7012', { message: `'${setting}' was dropped: ${why}`, at: [at], data: { setting } })

/** Reports a lowered output limit, from a setting or from the budget. */
export const outputLowered = (
  setting: 'maxOutputTokens' | 'budget.output',
  asked: number,
  sent: number,
): Diagnostic =>
  make('CX7012', {
    message: `'${setting}' was lowered from ${counted(asked, 'token')} to ${grouped(sent)}: the model writes no more`,
    at: setting === 'budget.output' ? [] : [`d:generateConfig.${setting}`],
    data: { setting, asked, sent },
  })

export const schemaReduced = (at: string, lost: readonly string[]): Diagnostic =>
  make('CX7013', {
    message: `the strict schema subset cannot hold ${lost.slice(0, 5).map(brief).join(', ')}`,
    at: [at],
    notes: ['the schema is sent without strict mode, so the provider no longer enforces it'],
    help: 'drop these keywords, or check the values yourself',
    data: { lost },
  })

/** Reports keywords that the provider ignores, and keywords that it would refuse. */
export const schemaLoosened = (at: string, lost: readonly string[]): Diagnostic =>
  make('CX7013', {
    message: `the provider does not enforce ${lost.slice(0, 5).map(brief).join(', ')}`,
    at: [at],
    notes: [
      'what it would refuse is dropped of the schema, or said in its descriptions; the rest is sent as it is',
    ],
    help: 'check the values yourself',
    data: { lost },
  })

/** Reports an output schema sent as text, because the model has no field for a schema or not for this one. */
export const schemaInWords = ({
  why,
  lost = [],
  help = 'check the answer yourself, or use a model that is held to a schema',
}: {
  readonly why: string
  readonly lost?: readonly string[]
  readonly help?: string
}): Diagnostic =>
  make('CX7020', {
    message: `the output schema is asked for in words: ${[why, ...lost.slice(0, 5).map(brief)].join(' ')}`,
    at: ['d:outputSchema'],
    notes: [
      'the model is shown all of it at the end of the instruction, and the provider does not enforce it',
    ],
    help,
    data: { why, lost },
  })

/** Shortens the place of a schema in the middle; `data` has all of it. */
const brief = (place: string): string =>
  place.length <= 90 ? place : `${place.slice(0, 40)} … ${place.slice(-40)}`

const tooDeep = `is nested more than ${deepest} levels deep, or goes round in a circle`
const flatten =
  'flatten it, or describe the inner levels in words; what repeats goes into $defs once, with a $ref wherever it is used'

/** Reports a schema that is too deep to send: a tool's, or `outputSchema` if the tool is null. */
export const schemaUnsupported = (tool: string | null): Diagnostic =>
  make('CX7014', {
    message: `${tool === null ? 'outputSchema' : `tool '${brief(tool)}'`} cannot be sent: its schema ${tooDeep}`,
    at: [tool === null ? 'd:outputSchema' : `d:tool:${tool}`],
    help: flatten,
    data: { tool, fault: 'depth' },
  })

/** Reports a tool whose parameters are no object, which no provider accepts. */
export const parametersUnsupported = (tool: string): Diagnostic =>
  make('CX7014', {
    message: `tool '${brief(tool)}' cannot be sent: the root of its parameters is not an object`,
    at: [`d:tool:${tool}`],
    help: "give parameters of type: 'object', with a property for each argument",
    data: { tool, fault: 'root' },
  })

export const fileLost = (why: string, at: At): Diagnostic =>
  make('CX7015', {
    message: `${counted(at.length, 'file')} cannot be sent as such, and is named in words instead: ${why}`,
    at,
    data: { why },
  })

export const fileMoved = (at: At, where = 'in Chat Completions'): Diagnostic =>
  make('CX7018', {
    message: `${counted(at.length, 'file')} moved from a result into a user message after it`,
    at,
    notes: [`a result holds only text ${where}`],
  })

/** Reports dropped fields that only the provider they came from has. */
export const fieldsLeftBehind = (fields: readonly string[], at: At): Diagnostic =>
  make('CX7019', {
    message: `${counted(at.length, 'part')} went without what only its own provider has a place for: ${fields.map(brief).join(', ')}`,
    at,
    help: 'say in words what the model must know of it',
    data: { fields },
  })

export const ruleBroken = (rule: string, pointer: string, why: string): Diagnostic =>
  make('CX7016', {
    message: `the request would be refused: ${why}`,
    at: [pointer],
    notes: [`rule ${rule}`],
    help: 'correct the field if it is one that you gave; if not, this is a fault of ctxc: please report it',
    data: { rule },
  })

export const participantRenamed = (at: At): Diagnostic =>
  make('CX7023', {
    message: `${counted(at.length, 'participant')} got a name that the API takes`,
    at,
    help: 'use at most 64 characters, without white space and < | / > or a backslash',
  })
