#!/usr/bin/env bash
# kitoken 0.10.1: encode(text, false), the default, takes the name of a special token for text, but cuts the text before and after it. A space
# before `<|endoftext|>` is then a token of its own, and not part of ` <`: one token more than tiktoken's encode_ordinary has. Text without
# such a name has the same tokens.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts kitoken@0.10.1 tiktoken@1.0.22
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const { Kitoken } = require('kitoken/node')
const reference = require('tiktoken').get_encoding('o200k_base')
// The rank file, as OpenAI publishes it, from the ranks in the package `tiktoken`: lines of `! FIRST_RANK TOKEN TOKEN …`.
const { bpe_ranks: ranks } = JSON.parse(readFileSync(require.resolve('tiktoken/encoders/o200k_base.json'), 'utf8'))
const lines = ranks.split('\n').flatMap(line => {
  const [, first, ...tokens] = line.split(' ')
  return tokens.map((token, index) => `${token} ${Number(first) + index}\n`)
})
const kitoken = Kitoken.from_tiktoken(Buffer.from(lines.join('')))

const more = text => {
  const [found, expected] = [kitoken.encode(text, false).length, reference.encode_ordinary(text).length]
  console.log(`${JSON.stringify(text)}: kitoken ${found}, tiktoken ${expected}`)
  return found - expected
}
assert.equal(more('a <|endoftext|>'), 1)
assert.equal(more('The documents are separated by <|endoftext|> tokens.'), 1)
assert.equal(more('<|endoftext|>'), 0)
assert.equal(more('a <|endoftex|>'), 0)
assert.equal(more('The documents are separated by tokens.'), 0)
SCRIPT
node index.mjs
