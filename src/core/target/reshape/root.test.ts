import { compile } from 'ctxc'
import { fromOpenAI } from 'ctxc/from/openai'
import { expect, test } from 'vitest'
import { type TargetName, targetNames } from '../../ir/target-name.ts'

const models: Readonly<Record<TargetName, string>> = {
  openai: 'gpt-5.4',
  'openai-chat': 'gpt-5.4',
  anthropic: 'claude-sonnet-5',
  gemini: 'gemini-3.5-flash',
  'ai-sdk': 'gemini-3.5-flash',
  text: 'mistral-small',
}
const targets = targetNames.filter(target => target !== 'text')
const args = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }

const roots: Readonly<Record<string, object>> = {
  'a reference to a definition of an older draft': {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $ref: '#/definitions/Args',
    definitions: { Args: args },
  },
  'a reference to a definition': { $ref: '#/$defs/Args', $defs: { Args: args } },
  'a reference to a reference': {
    $ref: '#/$defs/One',
    $defs: { One: { $ref: '#/$defs/Args' }, Args: args },
  },
  'a reference with a type beside it': { type: 'object', $ref: '#/$defs/Args', $defs: { Args: args } },
  'a reference with an escape': { $ref: '#/$defs/My~1Args%20two', $defs: { 'My/Args two': args } },
  'an object or null': { ...args, type: ['object', 'null'] },
  'a choice of an object and null': { anyOf: [args, { type: 'null' }] },
  'a choice of a reference and null': {
    anyOf: [{ $ref: '#/$defs/Args' }, { type: 'null' }],
    $defs: { Args: args },
  },
}

const parametersIn = (request: unknown): Record<string, unknown> => {
  let found: Record<string, unknown> = {}
  JSON.stringify(request, (key, value) => {
    if (/^(parameters|input_schema|parametersJsonSchema|jsonSchema)$/.test(key)) found = value
    return value
  })
  return found
}

const toolWith = (parameters: object) =>
  fromOpenAI({
    messages: [{ role: 'user', content: 'hi' }],
    tools: [{ type: 'function', function: { name: 't', parameters } }],
  })

test.each(targets.flatMap(target => Object.keys(roots).map(root => [target, root] as const)))(
  '%s gets an object at the root of the parameters for %s',
  async (target, root) => {
    const { ok, request, diagnostics } = await compile(toolWith(roots[root] as object), {
      target,
      model: models[target],
    })
    expect(ok).toBe(true)
    expect(diagnostics.filter(({ code }) => code.startsWith('CX701'))).toEqual([])
    const sent = parametersIn(request)
    expect(sent).toMatchObject(args)
    expect(sent.$ref).toBeUndefined()
  },
)

test.each(targets)('%s gets no reference that leads to nowhere, and that is reported', async target => {
  const parameters = {
    type: 'object',
    properties: { a: { $ref: '#/$defs/Gone', description: 'A' }, b: { $ref: 'https://else.where/b.json' } },
  }
  const { ok, request, diagnostics } = await compile(toolWith(parameters), { target, model: models[target] })
  expect(ok).toBe(true)
  expect(JSON.stringify(request)).not.toContain('$ref')
  expect(diagnostics).toMatchObject([
    {
      code: 'CX7013',
      data: { lost: ['#/properties/a $ref to elsewhere', '#/properties/b $ref to elsewhere'] },
    },
  ])
})

test('a recursive schema keeps the reference to itself', async () => {
  const parameters = {
    $ref: '#/$defs/Node',
    $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } },
  }
  const { request } = await compile(toolWith(parameters), { target: 'anthropic', model: 'claude-sonnet-5' })
  expect(parametersIn(request)).toMatchObject({
    type: 'object',
    properties: { next: { $ref: '#/$defs/Node' } },
  })
})

test('a circle of references at the root does not hang', async () => {
  const parameters = { $ref: '#/$defs/A', $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } } }
  const { ok } = await compile(toolWith(parameters), { target: 'gemini', model: 'gemini-3.5-flash' })
  expect(ok).toBeTypeOf('boolean')
})
