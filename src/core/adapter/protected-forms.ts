import type { AgentLens } from '../compile/agent-lens.ts'
import type { Event } from '../ir/event.ts'
import { isObject } from '../ir/json.ts'
import { mappedTexts } from '../text/map-texts.ts'

/** A framework's own forms without protected values: of the messages that it sends, and of what it sends beside them. */
export class ProtectedForms {
  /** Line for the instruction about placeholders. */
  readonly meaning: string
  private readonly lens: ReturnType<AgentLens['lasting']>

  constructor(lens: AgentLens) {
    this.meaning = lens.meaning
    this.lens = lens.lasting()
  }

  /**
   * Returns the fields of an event's own message; the same object if it has no value. `data` are its fields that hold data of
   * the user, and `textBlock` writes a text in the form of its content.
   */
  message<Fields extends { readonly content?: unknown; readonly output?: unknown }>(
    event: Event,
    fields: Fields,
    { data, textBlock }: { readonly data: readonly unknown[]; readonly textBlock: (text: string) => object },
  ): Fields {
    const safe = this.lens.form(event, fields, data)
    if (safe === fields) return fields
    const blocks = (given: unknown, changed: unknown): unknown =>
      Array.isArray(given) && Array.isArray(changed)
        ? changed.map((block, at) => (isBroken(given[at], block) ? textBlock(this.lens.withheldFile) : block))
        : changed
    return {
      ...safe,
      ...('content' in safe && { content: blocks(fields.content, safe.content) }),
      ...('output' in safe && { output: blocks(fields.output, safe.output) }),
    }
  }

  /** Returns a declared value, such as an instruction, a tool or a setting. */
  declared<Value>(value: Value): Value {
    // A value may pass here twice on its way.
    return this.lens.json(value, 'declared', true)
  }
}

/** Whether a block's file was changed: bytes cannot be changed in their middle. */
function isBroken(given: unknown, changed: unknown): boolean {
  if (given === changed || !isObject(given)) return false
  const after = new Set(mappedTexts([changed]))
  return mappedTexts([given]).some(text => isBytes(text) && !after.has(text))
}

/** Whether a text is the content of a file: base64, alone or in a data URL. */
const isBytes = (text: string): boolean => /^data:/i.test(text) || /^[\w+/=-]{64,}$/.test(text)
