import type { JsonTree } from '../../json/tree.ts'

/** Upper bounds on the parts of a JSON value that are kept. */
export interface Extent {
  /** Maximum number of elements of a list. */
  readonly items: number
  /** Maximum number of keys of an object. */
  readonly keys: number
  /** Maximum number of characters of a string. */
  readonly string: number
  readonly depth: number
}

/** End of a list at which elements are kept: its start, its end, or both. */
export type Ends = 'head' | 'tail' | 'both'

/** Shortens the value of a string to about `most` characters. */
export type ShortenString = (said: string, most: number) => string

/** Writes a shorter JSON value of the same type, in which strings describe the dropped content. */
export class JsonShape {
  private readonly tree: JsonTree
  private readonly extent: Extent
  private readonly ends: Ends
  private readonly shorten: ShortenString
  private left: number

  constructor(tree: JsonTree, extent: Extent, most: number, ends: Ends, shorten: ShortenString) {
    this.tree = tree
    this.extent = extent
    this.left = most
    this.ends = ends
    this.shorten = shorten
  }

  /**
   * Returns the shortened value. A note that is not empty becomes its last element or key. Returns null if the value is
   * longer than the character limit.
   */
  write(note: string): string | null {
    const text = this.writeValue(0, 0, note)
    return this.left < 0 ? null : text
  }

  private writeValue(node: number, depth: number, note: string): string {
    if (this.left < 0) return ''
    const sign = this.tree.firstCharacter(node)
    if (sign === '{') return this.writeObject(node, depth, note)
    if (sign === '[') return this.writeList(node, depth, note)
    return sign === '"' ? this.writeString(node, note) : this.spendCharacters(this.tree.slice(node))
  }

  private writeObject(node: number, depth: number, note: string): string {
    const { tree, extent } = this
    const children = tree.children(node)
    const count = children.length / 2
    if (depth > 0 && depth >= extent.depth && count > 0)
      return this.spendCharacters(JSON.stringify(`{… ${this.keyNamesFrom(children, 0)}}`))
    const limit = this.isMap(children) ? extent.items : extent.keys
    const told = count <= limit + 1 ? count : limit
    const members: string[] = []
    this.left -= 2
    for (let index = 0; index < told && this.left >= 0; index++) {
      const key = this.spendCharacters(tree.slice(children[2 * index] as number))
      this.left -= index > 0 ? 2 : 1
      members.push(`${key}:${this.writeValue(children[2 * index + 1] as number, depth + 1, '')}`)
    }
    if (told < count || note !== '') {
      const rest = told < count ? `${count - told} more keys: ${this.keyNamesFrom(children, told)}` : ''
      const words = [rest, note].filter(said => said !== '').join('; ')
      if (members.length > 0) this.left--
      members.push(this.spendCharacters(`${this.freeKey(children)}:${JSON.stringify(words)}`))
    }
    return `{${members.join(',')}}`
  }

  private writeList(node: number, depth: number, note: string): string {
    const { tree, extent } = this
    const items = tree.children(node)
    if (depth > 0 && depth >= extent.depth && items.length > 0)
      return this.spendCharacters(JSON.stringify(`[… ${items.length} items]`))
    const told = items.length <= extent.items + 1 ? items.length : extent.items
    const pieces = told + Number(told < items.length) + Number(note !== '')
    this.left -= 2 + Math.max(0, pieces - 1)
    const last = this.ends === 'tail' ? told : this.ends === 'both' ? Math.floor(told / 2) : 0
    const parts = items.slice(0, told - last).map(item => this.writeListItem(item, depth))
    if (told < items.length)
      parts.push(this.spendCharacters(JSON.stringify(`… ${items.length - told} more items`)))
    if (last > 0) parts.push(...items.slice(-last).map(item => this.writeListItem(item, depth)))
    if (note !== '') parts.push(this.spendCharacters(JSON.stringify(note)))
    return `[${parts.join(',')}]`
  }

  private writeListItem(node: number, depth: number): string {
    return this.left < 0 ? '' : this.writeValue(node, depth + 1, '')
  }

  private writeString(node: number, note: string): string {
    const { tree, extent } = this
    const size = tree.to(node) - tree.from(node)
    if (note === '' && size <= extent.string + 2) return this.spendCharacters(tree.slice(node))
    const short = this.shorten(tree.longString(node), extent.string)
    return this.spendCharacters(JSON.stringify(note === '' ? short : `${short}\n${note}`))
  }

  /** Whether an object is used as a map: all its values are objects, or all are lists. */
  private isMap(children: readonly number[]): boolean {
    const sign = children.length > 2 ? this.tree.firstCharacter(children[1] as number) : ''
    if (sign !== '{' && sign !== '[') return false
    return children.every((child, index) => index % 2 === 0 || this.tree.firstCharacter(child) === sign)
  }

  /** Lists the names of an object's keys, beginning at an index. The list is not longer than a string may be. */
  private keyNamesFrom(children: readonly number[], from: number): string {
    let names = ''
    for (let at = 2 * from; at < children.length; at += 2) {
      const key = children[at] as number
      const size = this.tree.to(key) - this.tree.from(key)
      const comma = names === '' ? '' : ', '
      if (names.length + size > this.extent.string) return `${names}${comma}…`
      names += comma + this.tree.string(key)
    }
    return names
  }

  /** Returns a key that the object does not have yet. */
  private freeKey(children: readonly number[]): string {
    const { tree } = this
    const longest = children.reduce((most, key, index) => {
      const begin = index % 2 === 0 ? tree.text[tree.from(key) + 1] : ''
      const name = begin === '…' || begin === '\\' ? tree.string(key) : ''
      return /^…+$/.test(name) ? Math.max(most, name.length) : most
    }, 0)
    return JSON.stringify('…'.repeat(longest + 1))
  }

  private spendCharacters(text: string): string {
    this.left -= text.length
    return text
  }
}
