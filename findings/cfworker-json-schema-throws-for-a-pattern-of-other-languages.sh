#!/usr/bin/env bash
# @cfworker/json-schema 4.1.6: a schema whose pattern JavaScript cannot compile with the flag u is taken by the constructor. validate() then
# throws a SyntaxError for every value of the right type, also for patterns that JavaScript compiles without the flag: '^https\:\/\/' of
# a real MCP server. The official MCP client and server ship this validator, and servers in other languages write such patterns.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @cfworker/json-schema@4.1.6
cat >index.mjs <<'SCRIPT'
import assert from 'node:assert/strict'
import { Validator } from '@cfworker/json-schema'

for (const [pattern, value] of [['^https\\:\\/\\/', 'https://a'], ['^[\\w-.]+$', 'a-b'], ['(?i)^abc$', 'ABC'], ['^a\\Z', 'a']]) {
  const validator = new Validator({ type: 'object', properties: { url: { type: 'string', pattern } } }, '2020-12', false)
  let thrown = null
  try {
    validator.validate({ url: value })
  } catch (error) {
    thrown = error
  }
  console.log(pattern, '->', String(thrown))
  assert.ok(thrown instanceof SyntaxError)
  // A value of another type is an ordinary result.
  assert.equal(validator.validate({ url: 5 }).valid, false)
}
// A bound that is a flag, as draft 4 has it, is compared as a number: nothing up to 1 is above `true`.
const above = new Validator({ minimum: 0, exclusiveMinimum: true }, '2020-12', false)
const { valid, errors } = above.validate(1)
console.log('exclusiveMinimum: true ->', valid, errors.map(({ error }) => error).join())
assert.equal(valid, false)
SCRIPT
node index.mjs
