import { deepest } from '../text/depth.ts'
import { formatCount, formatNumber } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

type At = readonly string[]

const didYouMeanSuffix = (near: string | null): string => (near === null ? '' : `; did you mean '${near}'?`)

export const noTarget = (
  model: string | null,
  names: readonly string[],
  near: string | null = null,
): Diagnostic =>
  make('CX7001', {
    message: model
      ? `no target is known for the model '${model}'${didYouMeanSuffix(near)}`
      : 'neither a target nor a model was given',
    help: `set target to one of ${names.map(name => `'${name}'`).join(', ')}`,
    data: { model, targets: names, near },
  })

/** Names of vendors for messages, if they differ from the internal names. */
const vendorNames: Readonly<Record<string, string>> = {
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
}

/** Reports a model of one vendor that is compiled for the API of another. */
export const otherVendor = (model: string, vendor: string, label: string): Diagnostic =>
  make('CX7025', {
    message: `'${model}' is a model of ${vendorNames[vendor] ?? vendor}, but the request is for ${label}, which does not serve it`,
    help: 'omit target, so that it follows from the model, or set model to the model that you call',
    data: { model, vendor },
  })

export const emptyConversation = (): Diagnostic =>
  make('CX7026', {
    message: 'the conversation has no messages, so the model has nothing to answer',
    help: "append the user's message before you compile",
  })

export const noModel = (target: string): Diagnostic =>
  make('CX7002', {
    message: `no model was given, so the request names none and ${target} defaults apply`,
    help: 'set model, or add it to the request yourself',
  })

export const unknownModel = (model: string, near: string | null = null): Diagnostic =>
  make('CX7003', {
    message: `the model '${model}' is unknown, so the safest settings of its vendor apply${didYouMeanSuffix(near)}`,
    notes: ['reasoning, prefill and sampling are handled as for the strictest model of the vendor'],
    help: "set a budget, because the context window is unknown; for a deployment with your own name, set model to the model that it runs (`model: 'gpt-5.4'`)",
    data: { model, near },
  })

/** Position of a filler message: before or after all messages, or between two answers as in an earlier request. */
export type FillerPlace = 'beginning' | 'end' | 'between'

export const fillerAdded = (place: FillerPlace, text: string): Diagnostic =>
  make('CX7004', {
    message:
      place === 'between'
        ? `a user message '${text}' was added between two answers, as in the request for the second one`
        : `a user message '${text}' was added at the ${place}, because the provider requires a user message there`,
    at: ['c:filler'],
    ...(place === 'end' && {
      help: "append the user's next message; or set whenIdle: 'fail' to get an error instead",
    }),
    data: { place },
  })

export const nothingToAnswer = (): Diagnostic =>
  make('CX7005', {
    message: 'the session ends with text of the model, so there is nothing to answer and no request',
    notes: ["whenIdle is 'fail'"],
    help: "append a user message, or set whenIdle: 'fill' to add one",
  })

export const lateSystemText = (at: At): Diagnostic =>
  make('CX7006', {
    message: `${formatCount(at.length, 'system text')} later in the history cannot be sent as system text, so ${at.length === 1 ? 'it is' : 'they are'} sent as fenced user text`,
    at,
    notes: ['at the beginning, the text would change the prefix of every request'],
    help: 'put rules that hold from the start into the instruction',
  })

/** Reports an instruction that is sent as a user message, because the model accepts none. */
export const systemAsUser = (model: string, at: At): Diagnostic =>
  make('CX7006', {
    message: `'${model}' accepts no system instruction, so the instruction is sent as fenced user text at the beginning`,
    at,
    help: 'use a model that accepts a system instruction: models follow user text less strictly',
  })

export const toolsStubbed = (names: readonly string[]): Diagnostic =>
  make('CX7010', {
    message: `the history calls ${formatCount(names.length, 'undeclared tool')}, so declarations without parameters were added`,
    notes: [names.join(', ')],
    help: 'declare the tools, because the model may call them',
    data: { names },
  })

export const toolRenamed = (names: readonly (readonly [declared: string, wire: string])[]): Diagnostic =>
  make('CX7011', {
    message: `${formatCount(names.length, 'tool')} ${names.length === 1 ? 'was' : 'were'} renamed, because the provider does not allow the declared ${names.length === 1 ? 'name' : 'names'}`,
    notes: names.slice(0, 5).map(([declared, wire]) => `'${declared}' is sent as '${wire}'`),
    help: 'result.names.toDeclared(name) returns the declared name',
    data: { names },
  })

/** Kind of the notes that report that all declared tools were dropped, because the history does not allow them. */
export const toolsLeftOut = 'CX7012 tools'

/** Reports a setting that was dropped. `at` is its place, such as `d:tools` or `d:extra.thinking`. */
export const settingDropped = (
  setting: string,
  why: string,
  at = `d:generateConfig.${setting}`,
): Diagnostic => make('CX7012', { message: `'${setting}' was dropped: ${why}`, at: [at], data: { setting } })

/** Reports a tool that was dropped. `at` is its place. */
export const toolDropped = (name: string, why: string, at: string): Diagnostic =>
  make('CX7012', {
    message: `the tool '${name}' was dropped: ${why}`,
    at: [at],
    data: { setting: 'tools' },
  })

/** Reports an output limit that was lowered, whether it came from a setting or from the budget. */
export const outputLowered = (
  setting: 'maxOutputTokens' | 'budget.output',
  asked: number,
  sent: number,
): Diagnostic =>
  make('CX7012', {
    message: `'${setting}' was lowered from ${formatCount(asked, 'token')} to ${formatNumber(sent)}, the most that the model writes`,
    at: setting === 'budget.output' ? [] : [`d:generateConfig.${setting}`],
    data: { setting, asked, sent },
  })

export const schemaReduced = (at: string, lost: readonly string[]): Diagnostic =>
  make('CX7013', {
    message: `the schema was sent without strict mode, because strict mode does not allow ${lost.slice(0, 5).map(shortenPath).join(', ')}`,
    at: [at],
    notes: ['the provider does not enforce a schema without strict mode'],
    help: 'remove these keywords, or check the values yourself',
    data: { lost },
  })

/** Reports schema keywords that the provider ignores, and schema keywords that it would refuse. */
export const schemaLoosened = (at: string, lost: readonly string[]): Diagnostic =>
  make('CX7013', {
    message: `the provider does not enforce parts of the schema: ${lost.slice(0, 5).map(shortenPath).join(', ')}`,
    at: [at],
    notes: [
      'keywords that it would reject were dropped or moved into descriptions; the rest is sent unchanged',
    ],
    help: 'check the values yourself',
    data: { lost },
  })

/**
 * Reports an output schema that is sent as text, because the model has no field for schemas or cannot enforce this one.
 */
export const schemaInWords = ({
  why,
  lost = [],
  help = 'check the answer yourself, or use a model that supports output schemas',
}: {
  readonly why: string
  readonly lost?: readonly string[]
  readonly help?: string
}): Diagnostic =>
  make('CX7020', {
    message: `the output schema is sent as text in the instruction, because ${[why, ...lost.slice(0, 5).map(shortenPath)].join(' ')}`,
    at: ['d:outputSchema'],
    notes: ['the model gets the whole schema, but the provider does not enforce it'],
    help,
    data: { why, lost },
  })

/** Shortens the path of a schema in its middle; `data` has the full path. */
const shortenPath = (place: string): string =>
  place.length <= 90 ? place : `${place.slice(0, 40)} … ${place.slice(-40)}`

const tooDeep = `is circular or nested more than ${deepest} levels deep`
const flatten =
  'flatten the schema, or describe inner levels as text; put repeated parts into $defs, and refer to them with $ref'

/**
 * Reports a schema that is too deeply nested to send. It belongs to a tool, or is `outputSchema` if the tool is null.
 */
export const schemaUnsupported = (tool: string | null): Diagnostic =>
  make('CX7014', {
    message: `${tool === null ? 'outputSchema' : `tool '${shortenPath(tool)}'`} cannot be sent, because its schema ${tooDeep}`,
    at: [tool === null ? 'd:outputSchema' : `d:tool:${tool}`],
    help: flatten,
    data: { tool, fault: 'depth' },
  })

/** Reports a tool whose parameters schema is not an object schema, which every provider refuses. */
export const parametersUnsupported = (tool: string): Diagnostic =>
  make('CX7014', {
    message: `tool '${shortenPath(tool)}' cannot be sent, because the root of its parameters is not an object`,
    at: [`d:tool:${tool}`],
    help: "use parameters with type: 'object' and a property for each argument",
    data: { tool, fault: 'root' },
  })

export const fileLost = (why: string, at: At): Diagnostic =>
  make('CX7015', {
    message: `${formatCount(at.length, 'file')} cannot be sent and ${at.length === 1 ? 'is' : 'are'} named as text instead: ${why}`,
    at,
    data: { why },
  })

export const fileMoved = (at: At, where = 'in Chat Completions'): Diagnostic =>
  make('CX7018', {
    message: `${formatCount(at.length, 'file')} of a result ${at.length === 1 ? 'was' : 'were'} moved into a user message after the result`,
    at,
    notes: [`a result can hold only text ${where}`],
  })

/** Reports dropped fields that exist only at the provider they came from. */
export const fieldsLeftBehind = (fields: readonly string[], at: At): Diagnostic =>
  make('CX7019', {
    message: `provider-specific fields of ${formatCount(at.length, 'part')} were dropped: ${fields.map(shortenPath).join(', ')}`,
    at,
    help: 'put anything that the model must know into the text',
    data: { fields },
  })

export const ruleBroken = (rule: string, pointer: string, why: string): Diagnostic =>
  make('CX7016', {
    message: `the provider would reject the request, so there is none: ${why}`,
    at: [pointer],
    notes: [`rule ${rule}`],
    help: 'correct the field if it comes from your request, and send less at once if a limit of the API is exceeded; anything else is a bug of ctxc, so please report it',
    data: { rule },
  })

export const participantRenamed = (at: At): Diagnostic =>
  make('CX7023', {
    message: `${formatCount(at.length, 'participant')} ${at.length === 1 ? 'was' : 'were'} renamed, because the provider does not allow the given ${at.length === 1 ? 'name' : 'names'}`,
    at,
    help: 'use names of at most 64 characters without white space, backslash and < | / >',
  })
