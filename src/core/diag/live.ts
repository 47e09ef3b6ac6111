import { formatCount } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

const reasonSuffix = (reason: string): string => (reason === '' ? '' : `: ${reason}`)

/** Reports that the connection to a realtime model ended and a new connection begins. */
export const connectionEnded = (reason: string): Diagnostic =>
  make('CX8001', {
    message: `the connection to the model ended${reasonSuffix(reason)}`,
    notes: [
      'the conversation continues on another connection, and the model gets again what it no longer holds',
    ],
    data: { reason },
  })

/** Reports that no connection to a realtime model could be made. */
export const noConnection = (attempts: number): Diagnostic =>
  make('CX8002', {
    message: `no connection to the model could be made in ${formatCount(attempts, 'attempt')}, so the conversation ended`,
    help: 'read the reasons of the earlier attempts (CX8001): often the key, the address or the setup is wrong',
    data: { attempts },
  })

/** Reports that the server did not accept the handle for resuming a session. */
export const sessionNotResumed = (): Diagnostic =>
  make('CX8003', {
    message: 'the server did not resume the session, so a new one began and got the history',
    help: 'reconnect sooner, because a handle expires some time after its connection',
  })

/** Reports that a realtime model rejected a change that was sent during the conversation. */
export const carrierRefused = (what: readonly string[], reason: string): Diagnostic =>
  make('CX8004', {
    message: `the model rejected a change of ${what.join(', ')} during the conversation${reasonSuffix(reason)}`,
    notes: ['from now on, changes are sent on a new connection or as context'],
    help: "pass a profile without this carrier, as in { ...profiles['…'], instruction: ['context'] }, so that it is not tried",
    data: { what, reason },
  })

/** Reports a tool call that is answered with an error instead of being run. */
export const callRefused = (name: string, why: string): Diagnostic =>
  make('CX8005', {
    message: `the model called '${name}', but ${why}, so the call was answered with an error`,
    help:
      name === 'delegation'
        ? "declare a tool 'delegation' that does the work that the voice model delegates, or use the profile 'gpt-live-1-responses'"
        : 'add the tool to the tools of the phase, or tell the model in the instruction when to use it',
    data: { tool: name, why },
  })

/** Reports a call with the id of another call that is still running. */
export const callIdRunning = (name: string, id: string): Diagnostic =>
  make('CX8005', {
    message: `the model called '${name}' with the id '${id}' of an open call, so it did not run again`,
    data: { tool: name, id },
  })

/** Reports a result for a call that does not wait for a result. */
export const liveResultWithoutCall = (id: string): Diagnostic =>
  make('CX8006', {
    message: `a result for the call '${id}' was dropped, because that call is not open`,
    notes: ['the model cancelled the call, or the call was answered before'],
    data: { id },
  })

/** Reports a result that arrived after the connection of its call had ended. */
export const resultAsContext = (name: string): Diagnostic =>
  make('CX8007', {
    message: `the result of '${name}' came after the connection of its call had ended, so it was sent as context`,
    data: { tool: name },
  })

/** Reports a function of a live agent that threw or returned an invalid value. */
export const liveFunctionFailed = (what: string, instead: string): Diagnostic =>
  make('CX8008', {
    message: `${what} failed, so ${instead}`,
    help: 'return a boolean or a text for every state, even an empty one, and never a promise',
    data: { what },
  })

/** Reports phases whose transitions form an endless circle. */
export const phasesInCircle = (phase: string): Diagnostic =>
  make('CX8009', {
    message: `transitions led from phase to phase without an end, so the conversation stays in '${phase}'`,
    help: 'make the guard of one transition depend on a value that an earlier phase changes',
    data: { phase },
  })

/** Reports a message that a realtime model rejected. */
export const messageNotTaken = (kind: string, reason: string, isAgain: boolean): Diagnostic =>
  make('CX8010', {
    message: `the model rejected a message (${kind})${reasonSuffix(reason)}${isAgain ? '; the message is sent again' : ''}`,
    data: { kind, reason },
  })

/** Reports that an extraction failed or wrote a key that it must not write. */
export const extractionIgnored = (why: string, keys: readonly string[] = []): Diagnostic =>
  make('CX8011', {
    message: `an extraction ${why}`,
    help: 'list every key that the extraction may write in extract.keys',
    data: { keys },
  })

/**
 * Reports that a model announces the user's speech only after its audio. Context for the start of speech is therefore
 * sent before the next piece of audio.
 */
export const speechNoticedLate = (model: string): Diagnostic =>
  make('CX8012', {
    message: `'${model}' reports speech only after its audio, so context for 'speech-start' is sent before the next piece of audio, as for 'any-send'`,
    help: 'leave flushOn out: by default, each model gets the moment that suits it',
    data: { model },
  })

/** Reports a server error that is not related to a sent message. */
export const serverError = (reason: string): Diagnostic =>
  make('CX8013', { message: `the model's server reported an error${reasonSuffix(reason)}`, data: { reason } })

/** Reports an operation for which a realtime model has no message. */
export const notPossible = (what: string, model: string, help?: string): Diagnostic =>
  make('CX8014', {
    message: `'${model}' cannot ${what}, so nothing was sent`,
    ...(help !== undefined && { help }),
    data: { what, model },
  })

/** Reports that no transcript of the user's speech is made. */
export const speechNotWritten = (model: string): Diagnostic =>
  make('CX8014', {
    message: `transcription is off for '${model}', so the session lacks the words that the user speaks`,
    help: 'give a transcription in the setup of startLive, or in the settings of the client, to keep them',
    data: { what: 'write down speech', model },
  })

/** Reports context that the model dropped to make room. */
export const contextDropped = (slots: readonly string[]): Diagnostic =>
  make('CX8015', {
    message: `the model dropped context to make room (${slots.join(', ')}), so the context is sent again`,
    help: 'raise the limit at which the session truncates, or send less context',
    data: { slots },
  })

/** Reports keys that a live agent reads or gathers, but that no tool and no extraction of the agent writes. */
export const phaseKeysUnwritten = (who: string, keys: readonly string[], at: string): Diagnostic =>
  make('CX1031', {
    message: `${who} reads ${keys.map(key => `'${key}'`).join(', ')}, but no tool and no extraction writes ${keys.length === 1 ? 'that key' : 'those keys'}`,
    at: [at],
    help: 'list the key in the writes of a tool or in extract.keys; if the app sets it, list it in expects',
    data: { keys },
  })

/** Reports a text that is not sent again, because the server refused it repeatedly. */
export const contextGivenUp = (slot: string, reason: string): Diagnostic =>
  make('CX8016', {
    message: `the server rejected the text of '${slot}' repeatedly${reasonSuffix(reason)}; the text is not sent again until it changes`,
    help: 'look at the text in the record: it may be too long, or in a format that the API does not accept',
    data: { slot, reason },
  })
