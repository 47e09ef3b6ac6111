import { expect, test } from 'vitest'
import { repaired } from '../../scripts/site/markup.ts'

test('headings go down one level at a time, and siblings stay siblings', () => {
  expect(repaired('<h1>a</h1><h4 id="b">b</h4><h5>c</h5><h4>d</h4><h2>e</h2>')).toBe(
    '<h1>a</h1><h2 id="b">b</h2><h3>c</h3><h2>d</h2><h2>e</h2>',
  )
})

test('a summary keeps its text and loses the link beside it', () => {
  expect(
    repaired(
      '<summary><h2 id="x">Types<a href="#x" class="tsd-anchor-icon">#</a></h2></summary><a href="y">y</a>',
    ),
  ).toBe('<summary><h1 id="x">Types</h1></summary><a href="y">y</a>')
})

test('a table scrolls by itself and has no empty head', () => {
  expect(repaired('<table><tr><th></th><th>a</th></tr></table>')).toBe(
    '<div class="scroll"><table><tr><td></td><th>a</th></tr></table></div>',
  )
})

test('a link that names a file names the page, and any other link keeps its text', () => {
  const other = '<a href="x.md">x.md</a><a href="https://example.com">guide.md of others</a>'
  expect(repaired(`<a href="../docs/caching.html#marks">caching.md</a>${other}`)).toBe(
    `<a href="../docs/caching.html#marks">Caching</a>${other}`,
  )
})
