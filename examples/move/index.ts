// A conversation begun on OpenAI, continued on Anthropic, then on Gemini: one session, compiled for each provider in turn.
// No model is called: the answers have the form of each API.
import { answerOf, type Compiled, compile } from 'ctxc'
import { fromOpenAIResponses } from 'ctxc/from/openai-responses'

const begun = fromOpenAIResponses({
  model: 'gpt-5.4',
  instructions: 'Plan trips.',
  tools: [
    { type: 'function', name: 'weather.now', parameters: { type: 'object', properties: {} }, strict: false },
  ],
  input: [
    { role: 'user', content: 'What is the weather in Paris?' },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'c2VhbGVkIGJ5IE9wZW5BSQ==' },
    { type: 'function_call', call_id: 'call_1', name: 'weather.now', arguments: '{"city":"Paris"}' },
    { type: 'function_call_output', call_id: 'call_1', output: '24 degrees, sunny' },
    { role: 'assistant', content: 'Sunny, 24 degrees.' },
    { role: 'user', content: 'And in Rome?' },
  ],
})

const claude = 'claude-sonnet-5'
const onAnthropic = await compile(begun, { target: 'anthropic', model: claude })
report('anthropic', onAnthropic)

// Claude's answer calls the tool by its name in the request.
const [tool] = onAnthropic.request?.tools ?? []
const sent = tool && 'name' in tool ? String(tool.name) : ''
const answer = answerOf(onAnthropic, {
  content: [
    { type: 'thinking', thinking: 'The tool knows.', signature: 'c2VhbGVkIGJ5IEFudGhyb3BpYw==' },
    { type: 'tool_use', id: 'toolu_01', name: sent, input: { city: 'Rome' } },
  ],
})
let session = begun.session.append(...answer, {
  author: 'tool',
  parts: [
    {
      kind: 'tool-result',
      id: 'toolu_01',
      name: 'weather.now',
      content: [{ kind: 'text', text: '19 degrees, rain' }],
    },
  ],
})

const gemini = 'gemini-3.8-flash'
const onGemini = await compile({ ...begun, session }, { target: 'gemini', model: gemini })
report('gemini', onGemini)

const said = answerOf(onGemini, {
  candidates: [
    { content: { role: 'model', parts: [{ text: 'Rain, 19 degrees.', thoughtSignature: 'U2VhbGVk' }] } },
  ],
})
session = session.append(...said, { author: 'user', text: 'Then Paris it is.' })

// Back at the first provider: OpenAI gets its own reasoning back.
const back = await compile({ ...begun, session }, { target: 'openai', model: 'gpt-5.4' })
report('openai', back)
if (!back.ok || !JSON.stringify(back.request).includes('c2VhbGVkIGJ5IE9wZW5BSQ=='))
  throw new Error('the reasoning did not come back')

function report(name: string, { ok, diagnostics }: Compiled): void {
  console.log(`${name}: ${ok ? 'ok' : 'NOT OK'}`)
  for (const { code, message, at } of diagnostics) console.log(`  ${code} ${message} ${at.join(', ')}`)
}
