import { isObject } from '../../ir/json.ts'

/** Texts of a model's answer, from its parts or from the parts of its stream. */
export class AnswerTexts {
  readonly texts: string[] = []

  constructor(parts: readonly unknown[] = []) {
    for (const part of parts) this.add(part)
  }

  add(part: unknown): void {
    if (!isObject(part)) return
    const text = part.type === 'text' ? part.text : part.type === 'text-delta' ? part.delta : undefined
    if (typeof text === 'string') this.texts.push(text)
  }
}
