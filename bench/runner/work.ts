/** The same work for every runner: a model that calls one tool in each step, and then answers. */

export const question = 'Look at every entry, one after the other.'
export const instruction = 'You look at entries with the tool lookup, and then answer.'
export const description = 'Returns an entry of the list.'
export const toolName = 'lookup'
export const lastAnswer = 'I have looked at all entries.'

/** Result of a tool: 480 characters that no other step has. */
export const resultOf = (index: number): string =>
  `Entry ${String(index).padStart(6, '0')}: ${'the build of the package took longer than the day before, '.repeat(9)}`.slice(
    0,
    480,
  )

/** JSON schema of the tool's parameters. */
export const parameters = {
  type: 'object',
  properties: { index: { type: 'number', description: 'Place of the entry.' } },
  required: ['index'],
  additionalProperties: false,
} as const

/** The model's part of a run: decides what each call answers, and remembers when it began. */
export class Script {
  readonly steps: number
  /** Milliseconds at which each model call began. */
  readonly begun: number[] = []

  constructor(steps: number) {
    this.steps = steps
  }

  /** Begins a model call, and returns the entry that it asks for; null for the last answer. */
  next(): number | null {
    this.begun.push(performance.now())
    const index = this.begun.length - 1
    return index < this.steps ? index : null
  }
}
