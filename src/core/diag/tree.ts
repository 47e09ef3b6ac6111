import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Reports two agents with one name. */
export const nameTwice = (name: string, at: readonly string[]): Diagnostic =>
  make('CX1012', {
    message: `two agents have the name '${name}', so messages of one count as messages of the other`,
    at,
    help: 'give each agent of a program its own name',
    data: { agent: name },
  })

/** Reports an agent that cannot transfer to any agent, and so answers every question itself. */
export const noTransferFrom = (agent: string, root: string, at: string): Diagnostic =>
  make('CX1013', {
    message: `'${agent}' cannot hand over to any agent, so it also answers questions that it was not made for; the next message goes to '${root}'`,
    at: [at],
    help: 'allowTransfer: { parent: true } lets it hand over to its parent',
    data: { agent, root },
  })

/** Reports an agent that no agent can transfer to. */
export const noTransferTo = (agent: string, notes: readonly string[], at: string): Diagnostic =>
  make('CX1014', {
    message: `no agent can hand over to '${agent}', so '${agent}' never runs`,
    at: [at],
    notes,
    help: "use toolChoice: 'auto' for agents that hand over, because a handover is a tool call",
    data: { agent },
  })

/** Reports an agent without a description, although others may transfer to it. */
export const noDescription = (agent: string, at: string): Diagnostic =>
  make('CX1015', {
    message: `'${agent}' has no description, so agents that may hand over to it see only its name`,
    at: [at],
    help: 'add a description: one sentence that says what the agent does',
    data: { agent },
  })

/** Reports an agent whose context names an agent that does not exist. */
export const contextNamesNobody = (
  agent: string,
  named: string,
  meant: string | null,
  at: string,
): Diagnostic =>
  make('CX1026', {
    message: `the context of '${agent}' names '${named}', but no agent of the program has that name, so the name matches nothing`,
    at: [at],
    help:
      meant === null
        ? "name an agent of the program; if sessions hold messages of other agents, add allow: ['CX1026']"
        : `did you mean '${meant}'?`,
    data: { agent, named, ...(meant !== null && { meant }) },
  })

/**
 * Reports an agent whose context compacts texts that the model should be able to restore, although none of the agent's
 * tools expands handles.
 */
export const noExpandTool = (agent: string, at: string): Diagnostic =>
  make('CX1027', {
    message: `the context of '${agent}' has expand: 'tool' or at: 'arrival', but no tool of '${agent}' takes handles, so the model cannot ask for compacted texts`,
    at: [at],
    help: "add expandTool({ compiled }) to its tools; without it, results are not compacted at: 'arrival', and other results without a way back",
    data: { agent },
  })

/**
 * Reports a context that compacts results at arrival, so that nothing earlier changes later, and that also changes what
 * is earlier as the session grows.
 */
export const movingClause = (agent: string, moves: readonly string[], at: string): Diagnostic =>
  make('CX1033', {
    message: `the context of '${agent}' compacts results at: 'arrival', so that no later request changes them, but ${moves.join(' and ')} changes earlier content as the session grows`,
    at: [at],
    help: 'select the whole history there (C.all()), or drop the age; then each request begins with the last one',
    data: { agent, moves },
  })

/** Reports a global instruction below the root of a tree, which is never sent. */
export const globalBelowRoot = (agent: string, root: string, at: string): Diagnostic =>
  make('CX1030', {
    message: `the globalInstruction of '${agent}' is never sent, because '${root}' is the root of its tree`,
    at: [at],
    help: `move it into the instruction of '${agent}', or, for the whole tree, into the globalInstruction of '${root}'`,
    data: { agent, root },
  })
