import { formatCount } from '../text/number.ts'
import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

type At = readonly string[]

export const callWithoutResult = (at: At): Diagnostic =>
  make('CX3001', {
    message: `${formatCount(at.length, 'call')} had no result, so an error result was added`,
    at,
    notes: ['every provider rejects a call without a result'],
    help: 'append the result; without it, the model reads that no result was recorded',
  })

export const callPending = (at: At): Diagnostic =>
  make('CX3011', {
    message: `${formatCount(at.length, 'call')} had no result yet, so a notice that the call is pending was added`,
    at,
    help: 'append the result when the tool has finished, or an error result if it never will',
  })

export const callStoredTwice = (at: At): Diagnostic =>
  make('CX3012', {
    message: `${formatCount(at.length, 'call')} ${at.length === 1 ? 'was' : 'were'} stored twice, with the same id, name and arguments, and ${at.length === 1 ? 'is' : 'are'} sent once`,
    at,
    help: 'store each item of a response once; a retry must replace the items that it saved before',
  })

export const resultStoredTwice = (at: At): Diagnostic =>
  make('CX3012', {
    message: `${formatCount(at.length, 'result')} ${at.length === 1 ? 'was' : 'were'} stored twice, with the same id and content, and ${at.length === 1 ? 'is' : 'are'} sent once`,
    at,
    help: 'store each result once; a retry must replace the result that it saved before',
  })

export const resultBeforeCall = (at: At): Diagnostic =>
  make('CX3013', {
    message: `${formatCount(at.length, 'result')} stood before the call and ${at.length === 1 ? 'is' : 'are'} sent after it`,
    at,
    notes: ['every provider rejects a result that no call precedes'],
    help: 'store a result after its call; sort events by their order, not only by a time that two of them share',
  })

export const resultWithoutCall = (at: At): Diagnostic =>
  make('CX3002', {
    message: `${formatCount(at.length, 'result')} answered no call in the history and ${at.length === 1 ? 'was' : 'were'} dropped`,
    at,
    notes: ['the call was probably trimmed before the history was imported'],
    help: 'pass the whole history and let the budget trim it: a call and its result are then kept or dropped together',
  })

export const idChanged = (at: At): Diagnostic =>
  make('CX3003', {
    message: `${formatCount(at.length, 'call')} got a new id, because the given id was missing, used before or not allowed`,
    at,
  })

export const argumentsRepaired = (at: At): Diagnostic =>
  make('CX3004', {
    message: `${formatCount(at.length, 'call')} had arguments that are not a JSON object, so they were wrapped in one`,
    at,
    notes: ['text that is not JSON is sent as {"invalid_json": …}, any other value as {"value": …}'],
    help: 'store the arguments as the model wrote them, and answer a call with invalid arguments with an error result',
  })

export const emptyMessage = (at: At): Diagnostic =>
  make('CX3005', {
    message: `${formatCount(at.length, 'message')} had no content and ${at.length === 1 ? 'was' : 'were'} dropped`,
    at,
  })

export const lateResult = (at: At): Diagnostic =>
  make('CX3006', {
    message: `${formatCount(at.length, 'result')} came after the call had been answered, so ${at.length === 1 ? 'it is sent as a message' : 'they are sent as messages'}`,
    at,
    notes: ['the call keeps the result that the model has already seen'],
  })

export const misplacedPart = (at: At): Diagnostic =>
  make('CX3007', {
    message: `${formatCount(at.length, 'part')} ${at.length === 1 ? 'was' : 'were'} in a message of an author who cannot make ${at.length === 1 ? 'it' : 'them'}, so ${at.length === 1 ? 'it is' : 'they are'} sent as text`,
    at,
    help: 'put calls and reasoning into messages of the model, and results into messages of the tool or user',
  })

/** Reports messages of an unknown format. `importer` is the function that can read them, if there is one. */
export const unknownForm =
  (importer: string | null) =>
  (at: At): Diagnostic =>
    make('CX3008', {
      message: `${formatCount(at.length, 'message')} had an unknown format and ${at.length === 1 ? 'was' : 'were'} sent as data`,
      at,
      help:
        importer === null
          ? 'use the importer for the format of these messages, and check the role of each message'
          : importer === 'fromPlain'
            ? 'use fromPlain, which reads this format, or correct the role of the message'
            : `use ${importer}, which reads this format`,
    })

export const blankText = (at: At): Diagnostic =>
  make('CX3009', {
    message: `${formatCount(at.length, 'text')} held only white space, which the provider rejects, and ${at.length === 1 ? 'was' : 'were'} dropped`,
    at,
  })

export const loneSurrogatesReplaced = (at: At): Diagnostic =>
  make('CX3010', {
    message: `${formatCount(at.length, 'text')} held half of a character (a lone surrogate), which was replaced by U+FFFD`,
    at,
    notes: ['providers reject a request that is not valid UTF-8'],
    help: 'cut texts between characters, not inside a surrogate pair',
  })

export const looksLikeFence = (at: At): Diagnostic =>
  make('CX6001', {
    message: `${formatCount(at.length, 'text')} looked like a tag of the compiler, so the opening < was escaped`,
    at,
    notes: ['only the compiler may mark a text as words of the developer or of a tool'],
  })
