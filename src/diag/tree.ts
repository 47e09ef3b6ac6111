import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Two agents have one name. */
export const nameTwice = (name: string, at: readonly string[]): Diagnostic =>
  make('CX1012', {
    message: `two agents are called '${name}': the words of one are taken for those of the other`,
    at,
    help: 'give each agent of a program a name of its own',
    data: { agent: name },
  })

/** An agent answers, and can hand over to nobody. */
export const noWayOn = (agent: string, root: string, at: string): Diagnostic =>
  make('CX1013', {
    message: `'${agent}' can hand over to nobody: it answers what it was not made for too, and the next message goes to '${root}'`,
    at: [at],
    help: 'allowTransfer: { parent: true } lets it hand back',
    data: { agent, root },
  })

/** No agent can hand over to this one. */
export const noWayTo = (agent: string, notes: readonly string[], at: string): Diagnostic =>
  make('CX1014', {
    message: `nobody can hand over to '${agent}': it never runs`,
    at: [at],
    notes,
    help: "leave toolChoice at 'auto' for agents that hand over: they do so by calling a tool",
    data: { agent },
  })

/** An agent that others may hand over to does not say what it is for. */
export const noDescription = (agent: string, at: string): Diagnostic =>
  make('CX1015', {
    message: `'${agent}' has no description: those that may hand over to it see its name alone`,
    at: [at],
    help: 'say in a sentence what it is for: description',
    data: { agent },
  })

/** An agent's context names an agent that the program has none of. */
export const contextNamesNobody = (
  agent: string,
  named: string,
  meant: string | null,
  at: string,
): Diagnostic =>
  make('CX1026', {
    message: `the context of '${agent}' names '${named}', and no agent of the program is called so: it selects by nobody's words`,
    at: [at],
    help:
      meant === null
        ? "name an agent of the program; or allow: ['CX1026'] if the sessions hold words of others"
        : `did you mean '${meant}'?`,
    data: { agent, named },
  })

/** An agent's context asks for a tool that takes handles, and the agent has none. */
export const noExpandTool = (agent: string, at: string): Diagnostic =>
  make('CX1027', {
    message: `the context of '${agent}' says expand: 'tool', and no tool of '${agent}' takes handles: the model cannot ask for what it is shown short`,
    at: [at],
    help: "add expandTool({ compiled }) to its tools, or leave expand: 'tool' out",
    data: { agent },
  })

/** Only the root of a tree has its global instruction sent. */
export const globalBelowRoot = (agent: string, root: string, at: string): Diagnostic =>
  make('CX1030', {
    message: `'${agent}' has a globalInstruction, which is never sent: '${root}' is the root of its tree`,
    at: [at],
    help: `put it into the instruction of '${agent}', or into the globalInstruction of '${root}' for the whole tree`,
    data: { agent, root },
  })
