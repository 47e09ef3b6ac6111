import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Reports that an agent gets another's words twice: in its instruction and in its history. */
export const toldTwice = (
  told: { readonly agent: string; readonly key: string; readonly contents: string | null },
  speaker: string,
  at: string,
): Diagnostic =>
  make('CX1003', {
    message: `'${told.agent}' is told the answer of '${speaker}' twice: as {${told.key}}, and in its history`,
    at: [at],
    notes: [
      told.contents === null
        ? `its context may select what '${speaker}' said in this turn`
        : `includeContents: '${told.contents}' shows what other agents said in this turn`,
    ],
    help: `${told.contents === null ? without(speaker) : topology}; or allow: ['CX1003'] if it is meant`,
    data: {
      agent: told.agent,
      key: told.key,
      speaker,
      ...(told.contents !== null && { contents: told.contents }),
    },
  })

const topology =
  'leave includeContents out, so that what reaches it through the state stays out of its history'
const without = (speaker: string): string =>
  `select without it, as C.excludeAgents(${JSON.stringify(speaker)}) and C.userOnly() do`

/** Reports that the words of an agent reach none of the agents that run after it. */
export const wordsLost = (agent: string, hidden: readonly string[], at: string): Diagnostic =>
  make('CX1004', {
    message: `what '${agent}' says reaches no agent after it: it is in no key, and out of their histories`,
    at: [at],
    notes: hidden,
    help: `give '${agent}' an outputKey that one of them reads, or let one of them see what other agents say`,
    data: { agent },
  })
