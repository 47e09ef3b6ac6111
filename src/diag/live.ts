import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

const because = (reason: string): string => (reason === '' ? '' : `: ${reason}`)

/** Reports that the connection to a realtime model ended, and that another one begins. */
export const connectionEnded = (reason: string): Diagnostic =>
  make('CX8001', {
    message: `the connection to the model ended${because(reason)}`,
    notes: ['the conversation goes on with another connection; what the model does not hold is told again'],
    data: { reason },
  })

/** Reports that no connection to a realtime model could be made. */
export const noConnection = (attempts: number): Diagnostic =>
  make('CX8002', {
    message: `there was no connection to the model after ${attempts} attempts: the conversation ended`,
    help: 'look at the reasons of the connections before (CX8001): a key, an address, or a setup that the server refuses',
    data: { attempts },
  })

/** Reports that the server did not know the handle of a session. */
export const sessionNotResumed = (): Diagnostic =>
  make('CX8003', {
    message: 'the server did not resume the session: another one began, and was told what had been said',
    help: 'a handle ends some time after its connection; connect again sooner',
  })

/** Reports that a realtime model does not take a change in the way that was tried. */
export const carrierRefused = (what: readonly string[], reason: string): Diagnostic =>
  make('CX8004', {
    message: `the model did not take a change of ${what.join(', ')} in mid-conversation${because(reason)}`,
    notes: ['from here on it is told by another connection, or as context'],
    help: "pass a profile without this carrier, and the conversation need not find it out: { ...profiles['…'], instruction: ['context'] }",
    data: { what, reason },
  })

/** Reports a call that is answered with an error. */
export const callRefused = (name: string, why: string): Diagnostic =>
  make('CX8005', {
    message: `the model called '${name}', but ${why}: it was told so`,
    help:
      name === 'delegation'
        ? "declare a tool 'delegation', which takes over what the voice hands over, or use the profile 'gpt-live-1-responses'"
        : 'add the tool to the tools of the phase, or say in the instruction when it is to be used',
    data: { tool: name, why },
  })

/** Reports a call whose id is that of another one, which runs. */
export const callTwice = (name: string, id: string): Diagnostic =>
  make('CX8005', {
    message: `the model called '${name}' with the id '${id}' of a call that is open: it did not run again`,
    data: { tool: name, id },
  })

/** Reports a result for a call that is not open. */
export const resultWithoutCall = (id: string): Diagnostic =>
  make('CX8006', {
    message: `a result came for the call '${id}', which is not open: it was dropped`,
    notes: ['the model took the call back, or it was answered before'],
    data: { id },
  })

/** Reports a result that came after its connection. */
export const resultAsContext = (name: string): Diagnostic =>
  make('CX8007', {
    message: `the result of '${name}' came after the connection of its call: the model was told it as context`,
    data: { tool: name },
  })

/** Reports a function of a live agent that threw, or returned something else than it should. */
export const liveFunctionFailed = (what: string, instead: string): Diagnostic =>
  make('CX8008', {
    message: `${what} failed: ${instead}`,
    help: 'let it return a value for every state, also an empty one, and not a promise: true or false, or a text',
    data: { what },
  })

/** Reports phases whose transitions hold one after the other without an end. */
export const phasesInCircle = (phase: string): Diagnostic =>
  make('CX8009', {
    message: `transitions led on from phase to phase without an end: the conversation stays in '${phase}'`,
    help: 'let a guard of one of them depend on something that the phases before it change',
    data: { phase },
  })

/** Reports a message that did not reach a realtime model. */
export const messageNotTaken = (kind: string, reason: string, isAgain: boolean): Diagnostic =>
  make('CX8010', {
    message: `the model did not take a message (${kind})${because(reason)}${isAgain ? '; it is sent again' : ''}`,
    data: { kind, reason },
  })

/** Reports that an extraction failed, or wrote what it may not. */
export const extractionIgnored = (why: string, keys: readonly string[] = []): Diagnostic =>
  make('CX8011', {
    message: `an extraction ${why}`,
    help: 'name every key that it may write in extract.keys',
    data: { keys },
  })

/** Reports that the notice of speech comes too late for context to go before it. */
export const speechNoticedLate = (model: string): Diagnostic =>
  make('CX8012', {
    message: `'${model}' reports speech after its audio: context for 'speech-start' is sent at the end of the turn before`,
    help: "with flushOn: 'any-send' it goes before the next piece of audio",
    data: { model },
  })

/** Reports an error of the server that belongs to no message. */
export const serverError = (reason: string): Diagnostic =>
  make('CX8013', { message: `the model's server reported an error${because(reason)}`, data: { reason } })

/** Reports something that a realtime model has no message for. */
export const notPossible = (what: string, model: string, help?: string): Diagnostic =>
  make('CX8014', {
    message: `'${model}' has no way to ${what}: nothing was sent`,
    ...(help !== undefined && { help }),
    data: { what, model },
  })

/** Reports context that the model dropped to make room. */
export const contextDropped = (slots: readonly string[]): Diagnostic =>
  make('CX8015', {
    message: `the model dropped context to make room (${slots.join(', ')}): it is told again`,
    help: 'raise the limit at which the session truncates, or leave less in its context',
    data: { slots },
  })

/** Reports keys that a live agent tells or gathers, and that nothing it declares writes. */
export const phaseKeysUnwritten = (who: string, keys: readonly string[], at: string): Diagnostic =>
  make('CX1031', {
    message: `${who} reads ${keys.map(key => `'${key}'`).join(', ')}, which no tool and no extraction writes`,
    at: [at],
    help: 'name it in the writes of a tool, in extract.keys, or, if the app sets it, in expects',
    data: { keys },
  })

/** Reports a text that the server refused so often that it is not sent again. */
export const contextGivenUp = (slot: string, reason: string): Diagnostic =>
  make('CX8016', {
    message: `the server refused the text of '${slot}' again and again${because(reason)}: it is given up until it changes`,
    help: 'look at the text in the record: it may be too long, or of a form that the API does not take',
    data: { slot, reason },
  })
