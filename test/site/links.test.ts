import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { faultsOf } from '../../scripts/site/links.ts'

let site = ''
afterEach(() => rmSync(site, { recursive: true, force: true }))

function siteOf(files: Readonly<Record<string, string>>): string {
  site = mkdtempSync(join(tmpdir(), 'site-'))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(site, file)), { recursive: true })
    writeFileSync(join(site, file), text)
  }
  return site
}

test('links, anchors and assets that are there are no faults', () => {
  const files = {
    'index.html':
      '<link href="a.css"><a href="docs/a.html#x">a</a><a href="https://example.com/">e</a><a href="">i</a>',
    'docs/a.html': '<h1 id="x">x</h1><a href="../index.html">i</a><img src="../a.css"><a href="#x">x</a>',
    'a.css': '',
  }
  expect(faultsOf(siteOf(files))).toEqual([])
})

test('each fault names its page and its link', () => {
  const files = {
    'index.html':
      '<script src="https://cdn.example/x.js"></script><a href="b.html">b</a><a href="a.html#y">a</a><a href="c.md">c</a>',
    'a.html': '<h1 id="x">x</h1>',
    'c.md': '',
    'lone.html': '',
  }
  expect(faultsOf(siteOf(files))).toEqual([
    'index.html: loads https://cdn.example/x.js from a network',
    'index.html: no b.html',
    'index.html: no anchor a.html#y',
    'index.html: c.md is Markdown that is no page',
    'lone.html: no link leads to it',
  ])
})
