import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Reports that an agent gets the same words of another agent twice: in its instruction and in its history. */
export const wordsSentTwice = (
  told: { readonly agent: string; readonly key: string; readonly contents: string | null },
  speaker: string,
  at: string,
): Diagnostic =>
  make('CX1003', {
    message: `'${told.agent}' gets the answer of '${speaker}' twice: as {${told.key}}, and in its history`,
    at: [at],
    notes: [
      told.contents === null
        ? `its context may select messages of '${speaker}' in this turn`
        : `includeContents: '${told.contents}' includes messages of other agents in this turn`,
    ],
    help: `${told.contents === null ? adviceWithoutSpeaker(speaker) : topology}; if you want both, add allow: ['CX1003']`,
    data: {
      agent: told.agent,
      key: told.key,
      speaker,
      ...(told.contents !== null && { contents: told.contents }),
    },
  })

/**
 * Reports that an agent gets the same words of another agent twice through the state: under two keys, or in its
 * instruction and its context.
 */
export const wordsTwiceInState = (
  agent: string,
  speaker: string,
  [first, second]: readonly [
    { readonly key: string; readonly field: string },
    { readonly key: string; readonly field: string },
  ],
  at: string,
): Diagnostic =>
  make('CX1003', {
    message: `'${agent}' gets the answer of '${speaker}' twice: as {${first.key}} in ${first.field}, and as {${second.key}} in ${second.field}`,
    at: [at],
    help: "read one of the two; if you want both, add allow: ['CX1003']",
    data: { agent, speaker, key: first.key, again: second.key },
  })

const topology =
  'omit includeContents, and answers that the agent reads from the state are kept out of its history'
const adviceWithoutSpeaker = (speaker: string): string =>
  `exclude '${speaker}' from its context, for example with C.excludeAgents(${JSON.stringify(speaker)}) or C.userOnly()`

/** Reports an answer that reaches no other agent: none of the agents that run later gets its words. */
export const wordsLost = (
  agent: string,
  hidden: readonly string[],
  at: string,
  /** Key under which the answer was stored, until another value replaced it before any agent read it. */
  key?: string,
): Diagnostic =>
  make('CX1004', {
    message: `the answer of '${agent}' reaches no agent after it: ${key === undefined ? 'no key holds it' : `'${key}' is replaced before anything reads it`}, and their histories exclude it`,
    at: [at],
    notes: hidden,
    help: `give '${agent}' an outputKey that ${key === undefined ? '' : 'no other member writes and '}a later agent reads, or let a later agent see messages of other agents`,
    data: { agent, ...(key !== undefined && { key }) },
  })
