// Checked by tsc alone: arguments of functions in options are typed, and unknown options are refused.
import { agent, type CompileOptions, compile, createCompiler, createSession } from 'ctxc'
import { defaultPasses } from 'ctxc/compile'
import { expectTypeOf } from 'vitest'

const helper = agent({ name: 'helper' })
const session = createSession()
const model = 'gpt-5.4'

await compile(helper, session, {
  model,
  effects: {
    embed: {
      id: 'one',
      run: async ({ texts }) =>
        texts.map(() => [expectTypeOf(texts).toEqualTypeOf<readonly string[]>() ? 1 : 0]),
    },
  },
})
createCompiler(helper, {
  model,
  effects: { embed: { id: 'one', run: async ({ texts }) => texts.map(() => [1]) } },
})
await compile(helper, session, {
  model,
  passes: [...defaultPasses, { kind: 'window', name: 'newest', run: blocks => blocks.slice(-5) }],
})
// @ts-expect-error 'bugdet' does not exist
await compile(helper, session, { model, bugdet: 100 })
// @ts-expect-error 'gemmini' is no target
await compile(helper, session, { target: 'gemmini' })
declare const some: CompileOptions
await compile(helper, session, some)
createCompiler(helper, some)
