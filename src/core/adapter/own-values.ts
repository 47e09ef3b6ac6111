import { AgentCompiler } from '../compile/agent-compiler.ts'
import { type OptionsForm, readOptions } from '../form/options.ts'
import { isObject } from '../ir/json.ts'
import type { Program } from '../program/program.ts'
import { readProgram } from '../program/read-program.ts'
import { shownKindsCheck } from '../protect/lens/shown-kinds.ts'
import { type TextStream, unchangedStream } from '../protect/protection.ts'
import type { Session } from '../session/session.ts'
import { toJson } from '../text/json.ts'
import { mapTexts } from '../text/map-texts.ts'
import type { AnsweredCalls } from './answered-calls.ts'

/** Options of `ownValues`. */
export interface OwnValuesOptions {
  /**
   * Kinds of values that the person may see again, such as `email` and `phone`, or ids of detectors. Kinds of secrets are a
   * TypeError.
   */
  readonly show: readonly string[]
}

/** Functions that show the person who wrote the messages of a conversation his own values again. */
export interface OwnValues {
  /** Returns a text, a message or any JSON value with the person's own values in place of their placeholders. */
  shown<Value>(value: Value): Value
  /**
   * Returns a stream that does so in texts that arrive in pieces, or in the chunks of an answer for `useChat`. The results of
   * tools in these chunks count: a value that one of them has is shown no longer.
   */
  stream<Chunk = string>(): TransformStream<Chunk, Chunk>
}

const form: OptionsForm<OwnValuesOptions> = { needs: { show: shownKindsCheck }, takes: {} }

/** Kinds of chunks that end a text, by the kinds of its pieces. */
const textEnds: Readonly<Record<string, string>> = {
  'text-end': 'text-delta',
  'reasoning-end': 'reasoning-delta',
}

/** View of a conversation for the person who wrote its messages, also while an answer continues it. */
class OwnView {
  private readonly compiler: AgentCompiler
  private readonly agent: string
  private readonly show: readonly string[]
  private session: Session

  constructor({ protect }: AnsweredCalls, conversation: Program, show: readonly string[]) {
    this.compiler = new AgentCompiler(readProgram(conversation), { protect })
    this.agent = conversation.agent.name
    this.session = conversation.session
    this.show = show
  }

  /** Adds the result of a tool, in which values may be those of others. */
  addResult(output: unknown): void {
    const content = [{ kind: 'text', text: toJson(output) }] as const
    this.session = this.session.append({ author: 'tool', parts: [{ kind: 'tool-result', id: '', content }] })
  }

  stream(): TextStream {
    const lens = this.compiler.agentLensOf(this.agent, this.session)
    // A detector that answers later would have found more values, so that placeholders would have other numbers.
    const isUnsure = lens.isClear || lens.isWaiting
    return isUnsure
      ? unchangedStream
      : lens.forOwner({ user: '', show: this.show }).stream({ holdsNew: true })
  }

  shown<Value>(value: Value): Value {
    return mapTexts(value, text => {
      if (!text.includes('[secret:')) return text
      const stream = this.stream()
      return stream.push(text) + stream.end()
    })
  }
}

/** Chunks of an answer with own values. */
class OwnChunks {
  private readonly view: OwnView
  /** Texts that are not complete, by their kinds and ids. */
  private readonly open = new Map<string, TextStream>()

  constructor(view: OwnView) {
    this.view = view
  }

  /** Returns the chunks that may be shown for a chunk. */
  push(chunk: unknown): readonly unknown[] {
    if (typeof chunk === 'string') return [this.streamOf('').push(chunk)].filter(text => text !== '')
    if (!isObject(chunk)) return [chunk]
    const { type, id, delta, input, output, errorText } = chunk
    const ended = textEnds[String(type)]
    if (ended !== undefined) return [...this.endText(ended, id), chunk]
    if (typeof delta === 'string' && Object.values(textEnds).includes(String(type))) {
      const text = this.streamOf(`${String(type)} ${String(id)}`).push(delta)
      return text === '' ? [] : [{ ...chunk, delta: text }]
    }
    if (type === 'tool-output-available' || type === 'tool-output-error')
      this.view.addResult(output ?? errorText)
    const shown = this.view.shown({ input, output, errorText })
    return [{ ...chunk, ...Object.fromEntries(Object.entries(shown).filter(([name]) => name in chunk)) }]
  }

  end(): readonly unknown[] {
    return [this.streamOf('').end()].filter(text => text !== '')
  }

  private endText(type: string, id: unknown): readonly unknown[] {
    const name = `${type} ${String(id)}`
    const delta = this.open.get(name)?.end() ?? ''
    this.open.delete(name)
    return delta === '' ? [] : [{ type, id, delta }]
  }

  private streamOf(name: string): TextStream {
    const stream = this.open.get(name) ?? this.view.stream()
    this.open.set(name, stream)
    return stream
  }
}

/** Returns the functions that show the own values in a conversation. Throws a TypeError for malformed options. */
export function ownValuesIn(
  calls: AnsweredCalls,
  conversation: Program,
  options: OwnValuesOptions,
): OwnValues {
  const { show } = readOptions(form, options, 'ownValues')
  const makeView = (): OwnView => new OwnView(calls, conversation, show)
  const view = makeView()
  return {
    shown: value => view.shown(value),
    stream<Chunk>() {
      const chunks = new OwnChunks(makeView())
      return new TransformStream<Chunk, Chunk>({
        transform(chunk, controller) {
          for (const each of chunks.push(chunk)) controller.enqueue(each as Chunk)
        },
        flush(controller) {
          for (const each of chunks.end()) controller.enqueue(each as Chunk)
        },
      })
    },
  }
}
