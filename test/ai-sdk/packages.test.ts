// The table of packages beside the packages themselves: what each sends of a prompt, on the wire.
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { packageOf, packageRows } from '../../src/core/vendor/ai-sdk/rows/packages.ts'
import { makers, recorded, searched } from './packages.ts'

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false })

const require = createRequire(import.meta.url)
const names = Object.keys(makers)
// A gateway passes everything on; the vendor's converter runs on its server.
const converters = names.filter(name => name !== 'gateway')
const tools = (providerOptions?: object): object[] => [
  {
    type: 'function',
    name: 'look',
    inputSchema: { type: 'object', properties: {} },
    ...(providerOptions && { providerOptions }),
  },
]

test.each(packageRows.flatMap(({ packages }) => Object.entries(packages)))(
  'the row of %s was checked with the installed version %s',
  (name, version) => {
    const [, scope] = /^((?:@[^/]+\/)?[^/]+)/.exec(name) ?? []
    expect((require(`${scope}/package.json`) as { version: string }).version).toBe(version)
  },
)

describe.each(converters)('%s', name => {
  const { id, body } = recorded(name)
  const { marks, reasoning, options, ownTools, joinsTexts, textOrCalls, systemFirst } = packageOf(id)
  const talk = (mark: (place: string) => object): object => ({
    prompt: [
      { role: 'system', content: 'SYS', ...mark('system text') },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'U1', ...mark('user text') },
          {
            type: 'file',
            mediaType: 'image/png',
            data: { type: 'data', data: 'iVBORw0KGgo=' },
            ...mark('user file'),
          },
        ],
      },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'A1', ...mark('assistant text') },
          {
            type: 'tool-call',
            toolCallId: 'c1',
            toolName: 'look',
            input: {},
            ...mark('assistant tool-call'),
          },
        ],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'look',
            output: { type: 'text', value: 'R' },
            ...mark('tool tool-result'),
          },
        ],
      },
      { role: 'user', content: [{ type: 'text', text: 'U2' }] },
    ],
    tools: tools((mark('tools function') as { providerOptions?: object }).providerOptions),
  })

  test('reads marks in the places of its row', async () => {
    const bare = await body(talk(() => ({})))
    const kinds = Object.entries(marks?.parts ?? {}).flatMap(([role, list]) =>
      list.map(kind => `${role} ${kind}`),
    )
    for (const place of kinds.filter(kind => kind !== 'assistant file'))
      for (const provider of [marks?.name ?? '', ...(marks?.also ?? [])]) {
        const own = { providerOptions: { [provider]: { [marks?.field ?? '']: marks?.value } } }
        expect(await body(talk(at => (at === place ? own : {}))), `${provider} ${place}`).not.toBe(bare)
      }
    for (const provider of ['anthropic', 'bedrock', 'openrouter']) {
      if (provider === marks?.name || marks?.also?.includes(provider)) continue
      const own = { [provider]: { cacheControl: { type: 'ephemeral' }, cachePoint: { type: 'default' } } }
      expect(await body(talk(() => ({ providerOptions: own }))), provider).toBe(bare)
    }
  })

  test('sends the reasoning of its row', async () => {
    const seals: Readonly<Record<string, unknown>> = {
      itemId: 'rs_1',
      reasoning_details: [
        {
          type: 'reasoning.text',
          text: 'THINK',
          signature: 'U0VBTA==',
          format: 'anthropic-claude-v1',
          index: 0,
        },
      ],
    }
    const think = (providerOptions?: object): object => ({
      prompt: [
        { role: 'user', content: [{ type: 'text', text: 'U1' }] },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'THINK', ...(providerOptions && { providerOptions }) },
            { type: 'tool-call', toolCallId: 'c1', toolName: 'look', input: {} },
          ],
        },
        {
          role: 'tool',
          content: [
            { type: 'tool-result', toolCallId: 'c1', toolName: 'look', output: { type: 'text', value: 'R' } },
          ],
        },
      ],
      tools: tools(),
    })
    const isSent = async (providerOptions?: object): Promise<boolean> =>
      /THINK|U0VBTA==|rs_1/.test(await body(think(providerOptions)))
    // Google's package writes a thought without a signature, which the API does not read.
    if (id.includes('gemini')) return
    expect(await isSent()).toBe(reasoning.form === 'text')
    for (const seal of reasoning.seals ?? [])
      for (const provider of options)
        if (seal !== 'redactedContent' && !(provider === 'amazonBedrock' && seal === 'redactedData'))
          expect(
            await isSent({ [provider]: { [seal]: seals[seal] ?? 'U0VBTA==' } }),
            `${provider} ${seal}`,
          ).toBe(true)
    for (const [seal, others] of Object.entries(reasoning.also ?? {}))
      for (const provider of others) expect(await isSent({ [provider]: { [seal]: 'U0VBTA==' } })).toBe(false)
  })

  test('sends the calls of own tools that its row names, with their results', async () => {
    const content = searched('RESULT', 'ENC', 'BESIDE')
    const prompt = [
      { role: 'user', content: [{ type: 'text', text: 'U1' }] },
      { role: 'assistant', content },
      { role: 'user', content: [{ type: 'text', text: 'U2' }] },
    ]
    const sent = await body({ prompt }).catch(String)
    expect(sent.includes('QUERY') && sent.includes('RESULT')).toBe(ownTools.includes('anthropic'))
  })

  test('keeps the texts of an answer as its row says', async () => {
    const answer = [
      { type: 'text', text: 'ONE' },
      { type: 'text', text: 'TWO' },
    ]
    const prompt = [
      { role: 'user', content: [{ type: 'text', text: 'U1' }] },
      { role: 'assistant', content: answer },
      { role: 'user', content: [{ type: 'text', text: 'U2' }] },
    ]
    expect((await body({ prompt })).includes('ONETWO')).toBe(joinsTexts === true)
    expect((await body(talk(() => ({})))).includes('A1')).toBe(textOrCalls !== true)
    const late = [
      ...prompt,
      { role: 'system', content: 'LATE' },
      { role: 'user', content: [{ type: 'text', text: 'U3' }] },
    ]
    if (systemFirst === true) await expect(body({ prompt: late })).rejects.toThrow('system messages')
  })

  test('refers to the stored files of its row', async () => {
    const file = (reference: object): object => ({
      prompt: [
        {
          role: 'user',
          content: [
            { type: 'file', mediaType: 'image/png', data: { type: 'reference', reference } },
            { type: 'text', text: 'U' },
          ],
        },
      ],
    })
    const { references = [] } = packageOf(id)
    for (const provider of ['anthropic', 'openai', 'azure', 'google', 'xai', 'deepseek', 'mistral', 'groq']) {
      const sent = await body(file({ [provider]: 'file-STORED' })).catch(() => '')
      if (references.includes(provider)) expect(sent, provider).toContain('file-STORED')
      else if (references.length > 0 || /groq|mistral|cohere|bedrock/.test(name))
        expect(sent, provider).not.toContain('file-STORED')
    }
  })
})
