// Shows the output of each stage of a compile: a router with two specialists, for three providers. No model is called.
import { compile } from 'ctxc'
import { compileInstruction, effectiveTools } from 'ctxc/compile'
import { explain } from 'ctxc/explain'
import router, { session } from './program.ts'

for (const name of ['router', 'weather']) {
  console.log(`\n== ${name}\n`)
  // 1. The instruction: its parts, and the origin of each part.
  const { text, segments } = await compileInstruction(router, { agent: name, session })
  for (const { start, end, origin } of segments)
    console.log(`${origin.padEnd(28)} ${JSON.stringify(text.slice(start, end))}`)
  // 2. The tools: the declared tools, and the tool that transfers to another agent.
  const tools = effectiveTools(router, { agent: name }).map(each => ('name' in each ? each.name : 'native'))
  console.log(`\ntools: ${tools.join(', ')}`)
}

// 3. The request of the next agent: the specialist that the router transferred to.
for (const model of ['gpt-5.4', 'claude-sonnet-5', 'gemini-3.5-flash']) {
  const result = await compile(router, session, { model, run: { generateConfig: { temperature: 0.3 } } })
  console.log(`\n== ${model}: ${result.tokens.input} tokens\n`)
  console.log(JSON.stringify(result.request, null, 1))
  for (const { title, tokens, reason } of explain(result, { agent: router, session }).sections)
    console.log(`${title}: ${tokens} tokens, ${reason}`)
  for (const { code, message } of result.diagnostics) console.log(`${code} ${message}`)
}
