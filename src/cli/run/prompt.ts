import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Terminal } from '../io.ts'

/** Handlers for the user's input while the program works. */
export interface Working {
  /** Handles a line that the user entered while the program worked. */
  line(text: string): void
  /** Handles ^C. */
  interrupt(): void
}

/**
 * Prompt that asks the user questions, and accepts input while the program works. Input typed meanwhile is shown at the
 * next question.
 */
export class Prompt {
  private readonly editor: Interface
  private readonly screen: Screen
  private asked: ((answer: string | null) => void) | null = null
  private working: Working | null = null
  /** Lines that the user entered, but that the program has not read yet. */
  private readonly lines: string[] = []
  /** Text that was typed, but not entered, before a question of `ask` began. */
  private draft = ''
  private isClosed = false

  constructor({ input, output }: Terminal) {
    this.screen = new Screen(output)
    this.editor = createInterface({ input, output: this.screen, terminal: true })
    this.editor.on('line', line => this.take(line))
    this.editor.on('SIGINT', () => this.interrupt())
    this.editor.on('close', () => {
      this.isClosed = true
      if (this.asked !== null) this.screen.write('\n')
      this.answer(null)
    })
  }

  /** Returns the next line that the user enters; null if the user leaves. */
  async next(prompt: string): Promise<string | null> {
    const { draft } = this
    this.draft = ''
    const [line] = this.lines.splice(0, 1)
    return line ?? this.show(prompt, draft)
  }

  /**
   * Returns the answer to a question. Text that was typed before the question does not count. Returns null if the user
   * leaves.
   */
  async ask(question: string): Promise<string | null> {
    if (!this.isClosed) this.draft += this.editor.line
    this.clearLine()
    return this.show(question, '')
  }

  private show(prompt: string, typed: string): Promise<string | null> {
    if (this.isClosed) return Promise.resolve(null)
    return new Promise(resolve => {
      this.asked = resolve
      this.screen.isHidden = false
      this.editor.setPrompt(prompt)
      this.editor.prompt(true)
      if (typed !== '') this.editor.write(typed)
    })
  }

  /** Passes the user's input to handlers. Returns a function that ends this. */
  listenWhileWorking(working: Working): () => void {
    this.working = working
    for (const line of this.lines.splice(0)) working.line(line)
    return () => {
      this.working = null
    }
  }

  close(): void {
    this.screen.isHidden = true
    this.editor.close()
  }

  private take(line: string): void {
    if (this.asked !== null) this.answer(line)
    else if (this.working !== null) this.working.line(line)
    else this.lines.push(line)
  }

  private answer(answer: string | null): void {
    const { asked } = this
    this.asked = null
    this.screen.isHidden = true
    asked?.(answer)
  }

  private interrupt(): void {
    if (this.asked === null) {
      this.working?.interrupt()
      return
    }
    this.screen.write('\n')
    this.answer(null)
  }

  /** Removes text that the user typed but did not enter. */
  private clearLine(): void {
    if (this.isClosed) return
    this.editor.write(null, { ctrl: true, name: 'e' })
    this.editor.write(null, { ctrl: true, name: 'u' })
  }
}

/** Output of the line editor, which the prompt can hide. */
class Screen extends Writable {
  isHidden = true
  private readonly output: NodeJS.WritableStream

  constructor(output: NodeJS.WritableStream) {
    super({ decodeStrings: false })
    this.output = output
    output.on('resize', () => this.emit('resize'))
  }

  get columns(): number {
    return 'columns' in this.output && typeof this.output.columns === 'number' ? this.output.columns : 80
  }

  override _write(chunk: string, _encoding: string, done: () => void): void {
    if (!this.isHidden) this.output.write(chunk)
    done()
  }
}
