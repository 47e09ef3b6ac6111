import type { TextStream } from '../protection.ts'
import { replacePlaceholders } from './registry.ts'

/**
 * Stream that replaces placeholders by values. It holds back the end of a text that may be the beginning of one of the
 * placeholders, and nothing else.
 */
export class PlaceholderStream implements TextStream {
  private readonly values: () => ReadonlyMap<string, string>
  private held = ''

  /** `values` returns the values by their placeholders, at any time. */
  constructor(values: () => ReadonlyMap<string, string>) {
    this.values = values
  }

  push(chunk: string): string {
    // Nearly all pieces have no placeholder, so that the values are not needed.
    if (this.held === '' && !chunk.includes('[')) return chunk
    const text = this.held + chunk
    const values = this.values()
    // A placeholder has no other `[` than its first character.
    const at = text.lastIndexOf('[')
    const last = at < 0 ? '' : text.slice(at)
    const isOpen = last !== '' && [...values.keys()].some(each => each !== last && each.startsWith(last))
    this.held = isOpen ? last : ''
    return withValues(isOpen ? text.slice(0, at) : text, values)
  }

  end(): string {
    const text = this.held
    this.held = ''
    return text === '' ? '' : withValues(text, this.values())
  }
}

const withValues = (text: string, values: ReadonlyMap<string, string>): string =>
  replacePlaceholders(text, placeholder => values.get(placeholder) ?? null)
