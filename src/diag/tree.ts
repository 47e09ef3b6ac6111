import type { Diagnostic } from './diagnostic.ts'
import { make } from './make.ts'

/** Reports two agents with one name. */
export const nameTwice = (name: string, at: readonly string[]): Diagnostic =>
  make('CX1012', {
    message: `two agents are called '${name}': the words of one are taken for those of the other`,
    at,
    help: 'give each agent of a program a name of its own',
    data: { agent: name },
  })

/** Reports an agent that answers but cannot transfer to any agent. */
export const noWayOn = (agent: string, root: string, at: string): Diagnostic =>
  make('CX1013', {
    message: `'${agent}' can hand over to nobody: it answers what it was not made for too, and the next message goes to '${root}'`,
    at: [at],
    help: 'allowTransfer: { parent: true } lets it hand back',
    data: { agent, root },
  })

/** Reports an agent to which no agent can transfer. */
export const noWayTo = (agent: string, notes: readonly string[], at: string): Diagnostic =>
  make('CX1014', {
    message: `nobody can hand over to '${agent}': it never runs`,
    at: [at],
    notes,
    help: "leave toolChoice at 'auto' for agents that hand over: they do so by calling a tool",
    data: { agent },
  })

/** Reports an agent without a description, although others may transfer to it. */
export const noDescription = (agent: string, at: string): Diagnostic =>
  make('CX1015', {
    message: `'${agent}' has no description: those that may hand over to it see its name alone`,
    at: [at],
    help: 'say in a sentence what it is for: description',
    data: { agent },
  })

/** Reports an agent whose context names an unknown agent. */
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

/** Reports an agent whose context needs an expand tool that the agent lacks. */
export const noExpandTool = (agent: string, at: string): Diagnostic =>
  make('CX1027', {
    message: `the context of '${agent}' says expand: 'tool', and no tool of '${agent}' takes handles: the model cannot ask for what it is shown short`,
    at: [at],
    help: "add expandTool({ compiled }) to its tools, or leave expand: 'tool' out",
    data: { agent },
  })

/** Reports a global instruction below the root of a tree, which is never sent. */
export const globalBelowRoot = (agent: string, root: string, at: string): Diagnostic =>
  make('CX1030', {
    message: `'${agent}' has a globalInstruction, which is never sent: '${root}' is the root of its tree`,
    at: [at],
    help: `put it into the instruction of '${agent}', or into the globalInstruction of '${root}' for the whole tree`,
    data: { agent, root },
  })
