import fc from 'fast-check'
import { expect, test } from 'vitest'
import { JsonTree } from './tree.ts'

/** Returns the value that a tree describes. */
function valueAt(tree: JsonTree, node = 0): unknown {
  const children = tree.children(node)
  if (tree.firstCharacter(node) === '[') return children.map(child => valueAt(tree, child))
  if (tree.firstCharacter(node) !== '{') return JSON.parse(tree.slice(node))
  const members = children.flatMap((key, index) =>
    index % 2 === 0 ? [[tree.string(key), valueAt(tree, children[index + 1])] as const] : [],
  )
  return Object.fromEntries(members)
}

test('a tree holds the value of its text', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, '\t'), (value, space) => {
      const text = JSON.stringify(value, null, space)
      expect(valueAt(JsonTree.of(text) as JsonTree)).toEqual(JSON.parse(text))
    }),
  )
})

test.each(['', ' ', 'x', '{', '{"a":1', '[1,]', '{"a":1} {"b":2}', 'true story', '-', '01', "{'a': 1}"])(
  '%j is refused as JSON',
  text => {
    expect(JsonTree.of(text)).toBeNull()
  },
)

test('escapes do not end a string', () => {
  const value = ['\\', '"', '\\"', 'a\\\\"b', '\u2028', ',]}']
  expect(valueAt(JsonTree.of(JSON.stringify(value)) as JsonTree)).toEqual(value)
})

test('a deep text and a wide one are read in one pass', () => {
  const depth = 200_000
  const deep = JsonTree.of('['.repeat(depth) + ']'.repeat(depth)) as JsonTree
  expect([deep.next(0), deep.to(0), deep.children(depth - 1)]).toEqual([depth, 2 * depth, []])
  const wide = JsonTree.of(`[${'1,'.repeat(depth)}1]`) as JsonTree
  expect(wide.children(0).length).toBe(depth + 1)
})
