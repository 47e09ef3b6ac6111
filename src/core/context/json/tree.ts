import { Table } from '../../session/unit/table.ts'
import { isJsonText } from '../../text/json.ts'

const fields = { from: 0, to: 1, next: 2 } as const

/**
 * Positions of the values and keys of a JSON text, in text order. A key is a node directly before its value's node. The
 * tree is built in one pass without recursion, so large and deep texts are safe. A value is a slice of the text, so
 * numbers keep their spelling.
 */
export class JsonTree {
  readonly text: string
  private readonly nodes = new Table(3)
  /** Child nodes of each node for which they were already requested. */
  private readonly lists = new Map<number, readonly number[]>()
  private readonly strings = new Map<number, string>()

  private constructor(text: string) {
    this.text = text
    this.scanText()
  }

  /** Returns the tree of a text; null if the text is not JSON. */
  static of(text: string): JsonTree | null {
    return /^[\t\n\r ]*[[{"\-\dtfn]/.test(text) && isJsonText(text) ? new JsonTree(text) : null
  }

  /** Returns the offset where a node begins. The first node is the whole JSON value. */
  from(node: number): number {
    return this.nodes.at(node, fields.from)
  }

  /** Returns the offset where a node ends. */
  to(node: number): number {
    return this.nodes.at(node, fields.to)
  }

  /** Returns the first node after a node and everything inside that node. */
  next(node: number): number {
    return this.nodes.at(node, fields.next)
  }

  slice(node: number): string {
    return this.text.slice(this.from(node), this.to(node))
  }

  /**
   * Returns the first character of a node's text. `{`, `[` and `"` show the type; any other character begins a number
   * or a literal.
   */
  firstCharacter(node: number): string {
    return this.text[this.from(node)] as string
  }

  /** Whether a node is an object or a list. */
  isContainer(node: number): boolean {
    const sign = this.firstCharacter(node)
    return sign === '{' || sign === '['
  }

  /** Returns the value of a key or a string. */
  string(node: number): string {
    return JSON.parse(this.slice(node)) as string
  }

  /** Returns the value of a string and caches it. Use this for long strings that are read repeatedly. */
  longString(node: number): string {
    return cachedFor(this.strings, node, () => this.string(node))
  }

  /**
   * Returns the elements of a list, or the keys of an object (each key node is followed by its value node); empty for
   * other values.
   */
  children(node: number): readonly number[] {
    if (!this.isContainer(node)) return []
    return cachedFor(this.lists, node, () => {
      const children: number[] = []
      for (let child = node + 1; child < this.next(node); child = this.next(child)) children.push(child)
      return children
    })
  }

  private scanText(): void {
    const { text, nodes } = this
    const open: number[] = []
    for (let at = 0; at < text.length; ) {
      const unit = text.charCodeAt(at)
      if (unit === closeObject || unit === closeList) {
        this.endNode(open.pop() as number, ++at)
      } else if (unit === openObject || unit === openList) {
        open.push(this.beginNode(at++))
      } else if (unit === quote) {
        const node = this.beginNode(at)
        at = endOfString(text, at)
        this.endNode(node, at)
      } else if (unit === comma || unit === colon || unit <= space) {
        at++
      } else {
        const node = this.beginNode(at)
        while (at < text.length && !endsWord(text.charCodeAt(at))) at++
        this.endNode(node, at)
      }
    }
    nodes.reserve(nodes.length)
  }

  private beginNode(at: number): number {
    const node = this.nodes.add()
    this.nodes.set(node, fields.from, at)
    return node
  }

  private endNode(node: number, at: number): void {
    this.nodes.set(node, fields.to, at)
    this.nodes.set(node, fields.next, this.nodes.length)
  }
}

function cachedFor<T>(known: Map<number, T>, node: number, find: () => T): T {
  const found = known.get(node) ?? find()
  known.set(node, found)
  return found
}

const codeUnitOf = (sign: string): number => sign.charCodeAt(0)
const [openObject, closeObject] = [codeUnitOf('{'), codeUnitOf('}')]
const [openList, closeList] = [codeUnitOf('['), codeUnitOf(']')]
const [quote, backslash] = [codeUnitOf('"'), codeUnitOf('\\')]
const [comma, colon, space] = [codeUnitOf(','), codeUnitOf(':'), codeUnitOf(' ')]

/**
 * Returns the offset after the closing quote of a string. The closing quote is the first quote before which there is an
 * even number of backslashes.
 */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at > 0; at = text.indexOf('"', at + 1)) {
    let slash = at - 1
    while (text.charCodeAt(slash) === backslash) slash--
    if ((at - slash) % 2 === 1) return at + 1
  }
  return text.length
}

const endsWord = (unit: number): boolean =>
  unit === comma || unit === closeObject || unit === closeList || unit <= space
