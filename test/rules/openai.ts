import type { Body, Mutant, Mutants } from './mutant.ts'
import { pairs } from './pairs.ts'

const hello = { role: 'user', content: 'Hi' }
const call = { type: 'function_call', call_id: 'call_1', name: 'search', arguments: '{}' }
const output = { type: 'function_call_output', call_id: 'call_1', output: 'sunny' }
const again = { ...call, call_id: 'call_2' }
const outputAgain = { ...output, call_id: 'call_2' }
const thought = { type: 'reasoning', id: 'rs_1', summary: [] }
const answer = { role: 'assistant', content: 'Hello' }
const sealedItem = { type: 'compaction', id: 'cmp_1', encrypted_content: 'AAAA' }
const update = { type: 'configuration_update', reasoning: { effort: 'low' } }
const reference = { type: 'item_reference', id: 'fc_1' }
const sealed = {
  type: 'object',
  properties: { a: { type: 'string' } },
  required: ['a'],
  additionalProperties: false,
}

const body = (input: readonly object[], more: Body = {}): Body => ({ model: 'gpt-5.4', input, ...more })

const talk = (broken: readonly object[], legal: readonly object[], more: Body = {}): Mutant => ({
  broken: body(broken, more),
  legal: body(legal, more),
})

const declared = (parameters: object): Body => ({
  tools: [{ type: 'function', name: 'search', strict: true, parameters }],
})

const marked = (type: string): object => ({
  role: 'user',
  content: [{ type, text: 'Hi', prompt_cache_breakpoint: { mode: 'explicit' } }],
})

/** Objects within objects, the innermost a text. */
const nested = (levels: number): object =>
  levels === 0 ? { type: 'string' } : object({ a: nested(levels - 1) })

const object = (properties: Record<string, object>): object => ({
  ...sealed,
  properties,
  required: Object.keys(properties),
})

/** Branches within branches, which are no levels. */
const branches = (depth: number): object => {
  let inner: object = { type: 'string' }
  for (let left = depth; left > 0; left--) inner = { anyOf: [inner] }
  return object({ a: inner })
}

const texts = (count: number, length: number): string[] =>
  Array.from({ length: count }, (_, index) => String(index).padStart(length, 'x'))

const subset = (broken: object, legal: object): Mutant => ({
  broken: body([hello], declared(broken)),
  legal: body([hello], declared(legal)),
})

const word = { type: 'string' }
const open = { type: 'object', properties: { a: word } }
const tool = (parameters: object): Body => ({ tools: [{ type: 'function', name: 'search', parameters }] })

/** A tool that is not strict; `a` is a property that breaks the rule, where the root does not. */
const loose = (broken: object, legal: object, a?: object): Mutant => ({
  broken: body([hello], tool(a === undefined ? broken : { ...broken, properties: { a } })),
  legal: body([hello], tool(legal)),
})

const formed = { format: { type: 'json_schema', name: 'answer', schema: sealed, strict: true } }

const number = (key: string, broken: number, legal: number): Mutant => ({
  broken: body([hello], { model: 'gpt-4o', [key]: broken }),
  legal: body([hello], { model: 'gpt-4o', [key]: legal }),
})

const astra = { model: 'gpt-6-astra' }

const program = { type: 'program', id: 'p_1', call_id: 'prog_1', code: 'save()', fingerprint: 'AAAA' }
const done = { type: 'program_output', id: 'po_1', call_id: 'prog_1', result: '1', status: 'completed' }

/** Broken requests for each rule of the Responses API. */
export const openaiMutants: Mutants = {
  R1: talk([hello, output], [hello, call, output]),
  R2: talk([hello, call], [hello, call, output]),
  R3: talk([hello, thought, hello], [hello, thought, answer, hello]),
  'R3 no item of the model': talk(
    [hello, thought, { type: 'item_reference', id: 'msg_1' }],
    [hello, { type: 'item_reference', id: 'msg_1' }],
  ),
  R4: talk(
    [hello, thought, answer, hello],
    [hello, { ...thought, encrypted_content: 'AAAA' }, answer, hello],
    { store: false },
  ),
  R23: talk(
    [hello, { ...call, arguments: JSON.stringify({ a: ' '.repeat(1_048_569) }) }, output],
    [hello, { ...call, arguments: JSON.stringify({ a: ' '.repeat(1_048_568) }) }, output],
  ),
  R26: {
    broken: body([hello], { metadata: pairs(17) }),
    legal: body([hello], { metadata: pairs(16) }),
  },
  'R26 key': {
    broken: body([hello], { metadata: { ['k'.repeat(65)]: 'x' } }),
    legal: body([hello], { metadata: { ['k'.repeat(64)]: 'x' } }),
  },
  R22: talk(
    [hello, { type: 'image_generation_call', id: 'ig_1', status: 'failed', result: null }, hello],
    [hello, { type: 'image_generation_call', id: 'ig_1', status: 'completed', result: 'AAAA' }, hello],
    { store: false },
  ),
  'R22 a search at work': talk(
    [
      hello,
      { type: 'web_search_call', id: 'ws_1', status: 'searching', action: { type: 'search', query: 'x' } },
      hello,
    ],
    [
      hello,
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'x' } },
      hello,
    ],
    { store: false },
  ),
  R6: {
    broken: body([hello, thought, answer, hello], { model: 'gpt-4o' }),
    legal: body([hello, thought, answer, hello]),
  },
  R7: talk([{ ...hello, phase: 'commentary' }], [hello, { ...answer, phase: 'commentary' }, hello]),
  R8: {
    broken: body([hello], { previous_response_id: 'resp_1', conversation: 'conv_1' }),
    legal: body([hello], { previous_response_id: 'resp_1' }),
  },
  'R8 doubled ids': talk(
    [hello, { ...call, id: 'fc_1' }, output, { ...again, id: 'fc_1' }, outputAgain],
    [hello, { ...call, id: 'fc_1' }, output, { ...again, id: 'fc_2' }, outputAgain],
  ),
  // Only its output shows that a call was given by reference, and that output has no call either.
  R9: { ...talk([hello, reference, output], [hello, call, output]), along: ['R1'] },
  R21: talk([hello, done, hello], [hello, program, done, hello]),
  'R21 caller': talk(
    [hello, { ...call, caller: { type: 'program', caller_id: 'prog_1' } }, output],
    [hello, program, { ...call, caller: { type: 'program', caller_id: 'prog_1' } }, output, done],
  ),
  'R10 unknown to the model': { broken: body([hello, update]), legal: body([hello, update], astra) },
  'R10 two together': talk([hello, update, update], [hello, update, hello, update], astra),
  'R10 truncation': {
    broken: body([hello, update], { ...astra, truncation: 'auto' }),
    legal: body([hello, update], { ...astra, truncation: 'disabled' }),
  },
  'R10 compaction': {
    broken: body([hello, update, sealedItem, hello], astra),
    legal: body([hello, update], { ...astra, context_management: [{ type: 'compaction' }] }),
  },
  R11: talk([{ type: 'compaction_trigger' }, hello], [hello, { type: 'compaction_trigger' }]),
  R12: {
    broken: body([hello], declared({ ...sealed, additionalProperties: true })),
    legal: body([hello], declared(sealed)),
  },
  'R12 required': subset({ ...sealed, required: [] }, sealed),
  'R12 levels': subset(nested(10), nested(9)),
  'R12 characters': subset(
    object({ a: { enum: texts(200, 601) } }),
    object({ a: { enum: texts(200, 599) } }),
  ),
  'R12 names': subset(
    object({ ['n'.repeat(120_001)]: { type: 'string' } }),
    object({ ['n'.repeat(120_000)]: { type: 'string' } }),
  ),
  'R12 long enum': subset(object({ a: { enum: texts(251, 60) } }), object({ a: { enum: texts(250, 61) } })),
  'R12 enum values': subset(
    object({ a: { enum: texts(1_001, 4) } }),
    object({ a: { enum: texts(1_000, 4) } }),
  ),
  'R12 deep branches': subset(branches(1_200), branches(20)),
  'R12 oneOf': subset(object({ a: { oneOf: [word] } }), object({ a: { anyOf: [word] } })),
  'R12 format': subset(
    object({ a: { ...word, format: 'uri' } }),
    object({ a: { ...word, format: 'email' } }),
  ),
  'R12 pattern': subset(
    object({ a: { ...word, pattern: '^(?!a)' } }),
    object({ a: { ...word, pattern: '^a' } }),
  ),
  'R12 default': subset(object({ a: { ...word, default: 'x' } }), object({ a: { ...word, title: 'x' } })),
  'R12 length': subset(object({ a: { ...word, minLength: 1 } }), object({ a: word })),
  'R12 names of properties': subset(
    object({ a: { ...object({}), propertyNames: {} } }),
    object({ a: object({}) }),
  ),
  'R12 no type': subset(object({ a: { description: 'x' } }), object({ a: { ...word, description: 'x' } })),
  'R12 beside $ref': subset(
    { ...object({ a: { $ref: '#/$defs/a', description: 'x' } }), $defs: { a: word } },
    { ...object({ a: { $ref: '#/$defs/a' } }), $defs: { a: word } },
  ),
  R18: loose({ ...open, anyOf: [{ required: ['a'] }] }, open),
  'R18 root': loose({ type: 'array', items: {} }, open),
  'R18 properties': loose({ type: 'object' }, open),
  'R18 list': loose(open, { ...open, properties: { a: { type: 'array', items: {} } } }, { type: 'array' }),
  'R18 tuple': loose(
    open,
    { ...open, properties: { a: { type: 'array', items: {}, prefixItems: [word] } } },
    {
      type: 'array',
      items: [word],
    },
  ),
  'R18 type': loose(open, open, { type: 'any' }),
  'R18 required': loose({ ...open, required: 'a' }, { ...open, required: ['a'] }),
  'R18 twice': loose({ ...open, required: ['a', 'a'] }, { ...open, required: ['a'] }),
  'R18 bound': loose(open, open, { type: 'integer', minimum: 1, exclusiveMinimum: true }),
  R19: {
    broken: body([hello], { model: 'gpt-4-turbo', text: formed }),
    legal: body([hello], { model: 'gpt-4o', text: formed }),
  },
  R14: talk([hello, { ...call, call_id: 'call 1' }, { ...output, call_id: 'call 1' }], [hello, call, output]),
  R20: {
    broken: body([marked('input_text')]),
    legal: body([marked('input_text')], { model: 'gpt-6-sol' }),
  },
  'R20 terra': {
    broken: body([marked('input_text')], { model: 'gpt-5.6-terra' }),
    legal: body([marked('input_text')], { model: 'gpt-5.6-sol' }),
  },
  'R20 answer': {
    broken: body([hello, { ...marked('output_text'), role: 'assistant' }], { model: 'gpt-6-sol' }),
    legal: body([hello, answer], { model: 'gpt-6-sol' }),
  },
  R17: number('max_output_tokens', 15, 16),
  'R17 whole': number('max_output_tokens', 16.5, 17),
  'R17 temperature': number('temperature', 2.1, 2),
  'R17 top_p': number('top_p', -0.1, 0),
}
