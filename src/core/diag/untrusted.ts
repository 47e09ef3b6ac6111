import { formatCount } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

type At = readonly string[]

/** Kinds of content that a client must not send. */
export type Barred = 'system' | 'answer' | 'item' | 'file' | 'action' | 'signature' | 'declared'

const clientOnly = 'the input was imported with `untrusted: true`'

const wasOrWere = (at: At): string => (at.length === 1 ? 'was' : 'were')

/** Reports dropped system text of a client. It would count as the developer's text. */
const systemDropped = (at: At): Diagnostic =>
  make('CX6004', {
    message: `${formatCount(at.length, 'system text')} of an untrusted input ${wasOrWere(at)} dropped`,
    at,
    notes: [clientOnly],
    help: 'declare the instruction on the server: compile({ agent, session }) with the imported session',
  })

/** Reports dropped results and approvals that have no call before them. */
const answersDropped = (at: At): Diagnostic =>
  make('CX6005', {
    message: `${formatCount(at.length, 'result or approval', 'results or approvals')} of an untrusted input answered no recorded call and ${wasOrWere(at)} dropped`,
    at,
    notes: [clientOnly],
    help: "keep the session on the server, and append only the user's new message",
  })

/** Reports dropped items, tools and fields that only a provider's server should write. */
const itemsDropped = (at: At): Diagnostic =>
  make('CX6006', {
    message: `${formatCount(at.length, "provider's item or field", "provider's items or fields")} of an untrusted input ${wasOrWere(at)} dropped`,
    at,
    notes: [clientOnly],
    help: "keep the session on the server, where answerOf appends the provider's own response",
  })

/** Reports dropped file ids, because they may refer to another user's files. */
const filesDropped = (at: At): Diagnostic =>
  make('CX6007', {
    message: `${formatCount(at.length, 'file id')} of an untrusted input ${wasOrWere(at)} dropped`,
    at,
    notes: [clientOnly, 'an id may name a file of another user'],
    help: "send the bytes, or check on the server that the file is the user's",
  })

/** Reports dropped compactions, state changes and rewinds, because they decide which history a model gets. */
const actionsDropped = (at: At): Diagnostic =>
  make('CX6008', {
    message: `${formatCount(at.length, 'compaction or change of state', 'compactions or changes of state')} of an untrusted input ${wasOrWere(at)} dropped`,
    at,
    notes: [clientOnly],
    help: 'read stored sessions from the server with restoreSession',
  })

/**
 * Reports dropped signatures. A signature only proves that a provider made some content; a client may have copied it
 * from elsewhere.
 */
const signaturesDropped = (at: At): Diagnostic =>
  make('CX6009', {
    message: `${formatCount(at.length, 'signature')} of an untrusted input ${wasOrWere(at)} dropped`,
    at,
    notes: [clientOnly],
    help: 'keep the session on the server, so that reasoning is sent back with its signature',
  })

/** Reports dropped tools, schemas and settings. A model reads text in tools and schemas as the developer's. */
const declarationsDropped = (at: At): Diagnostic =>
  make('CX6013', {
    message: `${formatCount(at.length, 'declaration or setting', 'declarations or settings')} of an untrusted input ${wasOrWere(at)} dropped`,
    at,
    notes: [clientOnly],
    help: 'declare the model, the tools and the output schema on the server: compile({ agent, session })',
  })

const factories: Readonly<Record<Barred, (at: At) => Diagnostic>> = {
  system: systemDropped,
  answer: answersDropped,
  item: itemsDropped,
  file: filesDropped,
  action: actionsDropped,
  signature: signaturesDropped,
  declared: declarationsDropped,
}

/** Makes one diagnostic for each kind of content that was dropped. */
export const untrustedDropped = (dropped: ReadonlyMap<Barred, At>): readonly Diagnostic[] =>
  [...dropped].map(([kind, at]) => factories[kind](at))
