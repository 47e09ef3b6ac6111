import type { AgentLens } from '../compile/agent-lens.ts'
import type { Event } from '../ir/event.ts'
import { isObject } from '../ir/json.ts'
import { mappedTexts } from '../text/map-texts.ts'

/** Converter of a framework's messages and declarations to forms without protected values. */
export class ProtectedForms {
  /** Line that explains placeholders, to be added to the instruction. */
  readonly meaning: string
  private readonly lens: ReturnType<AgentLens['lensWithKeptPlaceholders']>

  constructor(lens: AgentLens) {
    this.meaning = lens.meaning
    this.lens = lens.lensWithKeptPlaceholders()
  }

  /**
   * Returns the fields of an event's message without protected values; the same object if they contain none. `data`:
   * fields that contain user data. `textBlock` returns a text as a content block of the framework.
   */
  message<Fields extends { readonly content?: unknown; readonly output?: unknown }>(
    event: Event,
    fields: Fields,
    { data, textBlock }: { readonly data: readonly unknown[]; readonly textBlock: (text: string) => object },
  ): Fields {
    const safe = this.lens.form(event, fields, data)
    if (safe === fields) return fields
    const replaceBrokenBlocks = (given: unknown, changed: unknown): unknown =>
      Array.isArray(given) && Array.isArray(changed)
        ? changed.map((block, at) =>
            areFileBytesChanged(given[at], block) ? textBlock(this.lens.withheldFile) : block,
          )
        : changed
    return {
      ...safe,
      ...('content' in safe && { content: replaceBrokenBlocks(fields.content, safe.content) }),
      ...('output' in safe && { output: replaceBrokenBlocks(fields.output, safe.output) }),
    }
  }

  /** Returns the protected form of a declared value, such as an instruction, a tool or a setting. */
  declared<Value>(value: Value): Value {
    // The value may already be protected, so its placeholders stay.
    return this.lens.json(value, 'declared', true)
  }
}

/** Whether the bytes of a file in a block were changed, which makes the file unusable. */
function areFileBytesChanged(given: unknown, changed: unknown): boolean {
  if (given === changed || !isObject(given)) return false
  const after = new Set(mappedTexts([changed]))
  return mappedTexts([given]).some(text => isBytes(text) && !after.has(text))
}

/** Whether a text is the content of a file: base64, alone or in a data URL. */
const isBytes = (text: string): boolean => /^data:/i.test(text) || /^[\w+/=-]{64,}$/.test(text)
