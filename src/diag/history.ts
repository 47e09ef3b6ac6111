import { counted } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

type At = readonly string[]

export const callWithoutResult = (at: At): Diagnostic =>
  make('CX3001', {
    message: `${counted(at.length, 'call')} had no result, so an error result was put in`,
    at,
    notes: ['every provider refuses a call that is not answered'],
    help: 'append the result, or leave it so: the model is told that none was recorded',
  })

export const callPending = (at: At): Diagnostic =>
  make('CX3011', {
    message: `${counted(at.length, 'call')} had no result yet, so the model was sent a notice that the call is pending`,
    at,
    help: 'append the result when the tool has finished, or an error result if it never will',
  })

export const callStoredTwice = (at: At): Diagnostic =>
  make('CX3012', {
    message: `${counted(at.length, 'call')} had been stored twice, with the same id, name and arguments, and ${at.length === 1 ? 'is' : 'are'} sent once`,
    at,
    help: 'store each item of a response once; a retry that saves again must replace what it saved before',
  })

export const resultWithoutCall = (at: At): Diagnostic =>
  make('CX3002', {
    message: `${counted(at.length, 'result')} answered no call and had to be dropped`,
    at,
    notes: ['the call was probably trimmed away before the history came here'],
    help: 'hand over the whole history and let the budget trim it: units are kept or dropped whole',
  })

export const idChanged = (at: At): Diagnostic =>
  make('CX3003', {
    message: `${counted(at.length, 'call')} got a new id, because the given one was used before, missing or not allowed`,
    at,
  })

export const argumentsRepaired = (at: At): Diagnostic =>
  make('CX3004', {
    message: `${counted(at.length, 'call')} had arguments that are not a JSON object`,
    at,
    notes: ['text that is not JSON is sent as {"invalid_json": …}, another value as {"value": …}'],
    help: 'keep the arguments as the model wrote them, and answer such a call with an error result',
  })

export const emptyMessage = (at: At): Diagnostic =>
  make('CX3005', { message: `${counted(at.length, 'message')} held nothing and had to be dropped`, at })

export const lateResult = (at: At): Diagnostic =>
  make('CX3006', {
    message: `${counted(at.length, 'result')} came after the call was settled, and ${at.length === 1 ? 'is' : 'are'} shown as ${at.length === 1 ? 'a message' : 'messages'}`,
    at,
    notes: ['the call keeps the answer that the model has already seen'],
  })

export const misplacedPart = (at: At): Diagnostic =>
  make('CX3007', {
    message: `${counted(at.length, 'part')} stood where no such part may be, and ${at.length === 1 ? 'is' : 'are'} shown as text`,
    at,
    help: 'calls and reasoning belong to a model, results to a call',
  })

/** Reports messages of an unknown format. `importer` is the function that reads them, if there is one. */
export const unknownForm =
  (importer: string | null) =>
  (at: At): Diagnostic =>
    make('CX3008', {
      message: `${counted(at.length, 'message')} had a form that the importer does not read, so ${at.length === 1 ? 'it is' : 'they are'} kept as data`,
      at,
      help:
        importer === null
          ? 'check that the importer fits the format of the messages, and knows the role of each'
          : `use ${importer}, which reads messages of this form`,
    })

export const blankText = (at: At): Diagnostic =>
  make('CX3009', {
    message: `${counted(at.length, 'text')} held only white space, which the target refuses, and had to be dropped`,
    at,
  })

export const unfitCharacters = (at: At): Diagnostic =>
  make('CX3010', {
    message: `${counted(at.length, 'text')} held half of a surrogate pair, which was replaced by U+FFFD`,
    at,
    notes: ['a request that is no UTF-8 is refused'],
    help: 'cut texts between characters, not between UTF-16 units',
  })

export const looksLikeFence = (at: At): Diagnostic =>
  make('CX6001', {
    message: `${counted(at.length, 'text')} looked like a tag of the compiler, and the sign that opens it was escaped`,
    at,
    notes: ["only the compiler may say that a text is a developer's or a tool's"],
  })
