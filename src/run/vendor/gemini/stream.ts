import { listOr, objectOr, type Raw, stringOr } from '../../../core/from/read.ts'
import { type ContentField, contentFields } from '../../../core/vendor/gemini/rows/parts.ts'
import type { ModelPart } from '../../models/model-client.ts'
import { ModelError } from '../../models/model-error.ts'

/** Answer of Gemini's `generateContent`, built from the chunks of its stream. */
export class ContentDraft {
  private readonly parts: Raw[] = []
  private candidate: Raw = {}
  private about: Raw = {}

  /** Adds a chunk of the stream, and returns the parts to show. */
  add(chunk: Raw): readonly ModelPart[] {
    const { candidates, ...about } = fieldsWithValue(chunk)
    this.about = { ...this.about, ...about }
    const candidate = listOr(candidates)
      .map(objectOr)
      .find(({ index = 0 }) => index === 0)
    if (candidate === undefined) return [{ type: 'progress' }]
    const { content, ...rest } = fieldsWithValue(candidate)
    this.candidate = { ...this.candidate, ...rest }
    const parts = listOr(objectOr(content).parts).map(objectOr)
    for (const part of parts) this.addPart(part)
    const shown = parts.flatMap(partsShownOf)
    return shown.length > 0 ? shown : [{ type: 'progress' }]
  }

  /** Whether the provider has reported why the answer ended. */
  get isComplete(): boolean {
    return this.finish !== ''
  }

  private get finish(): string {
    const blocked = objectOr(this.about.promptFeedback).blockReason
    return stringOr(this.candidate.finishReason) || stringOr(blocked)
  }

  /** Returns the whole answer, in the form that the API sends without streaming. */
  result(): Extract<ModelPart, { readonly type: 'response' }> {
    const { finish } = this
    const content = { role: 'model', parts: this.parts }
    const candidates = Object.keys(this.candidate).length > 0 || this.parts.length > 0
    const response = { ...this.about, candidates: candidates ? [{ ...this.candidate, content }] : [] }
    return { type: 'response', response, ...(finish !== '' && { finish }) }
  }

  /**
   * Adds a part. Joins a text to the previous text, unless one of them is signed, because a signature belongs only to
   * its own part.
   */
  private addPart(part: Raw): void {
    if (objectOr(part.functionCall).partialArgs !== undefined)
      throw new ModelError('arguments came in pieces: leave streamFunctionCallArguments of Gemini off')
    if (isPlainText(part) && part.text === '') return
    const last = this.parts.at(-1)
    if (last !== undefined && isPlainText(last) && isPlainText(part) && last.thought === part.thought)
      this.parts[this.parts.length - 1] = { ...last, text: stringOr(last.text) + stringOr(part.text) }
    else this.parts.push(part)
  }
}

/** Whether a part is a text without a signature and without other fields. */
const isPlainText = (part: Raw): boolean =>
  typeof part.text === 'string' && Object.keys(part).every(key => key === 'text' || key === 'thought')

/** Returns the fields of a response that have a value. Ignores the getters of the response's class. */
const fieldsWithValue = (given: Raw): Raw =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined))

type Show = (part: Raw) => readonly ModelPart[]

const showNothing: Show = () => []

/** Functions that make the part to show from a piece of content, by the name of the content's field. */
const shows: Readonly<Record<ContentField, Show>> = {
  text: ({ text, thought }) =>
    typeof text === 'string' && text !== '' ? [{ type: thought === true ? 'reasoning' : 'text', text }] : [],
  functionCall: ({ functionCall }) => {
    const { id, name, args } = objectOr(functionCall)
    return [{ type: 'tool-call', id: stringOr(id), name: stringOr(name), text: JSON.stringify(args ?? {}) }]
  },
  functionResponse: showNothing,
  inlineData: showNothing,
  fileData: showNothing,
}

const partsShownOf: Show = part =>
  contentFields.flatMap(field => (part[field] == null ? [] : shows[field](part)))
