import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Counts the distinct functions that the README's first example runs, without those that run during the import. */
export async function functionsRun(folder: string): Promise<string> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const load = (file: string): Promise<Record<string, (...given: unknown[]) => unknown>> =>
    import(pathToFileURL(join(folder, file)).href)
  const [{ compile }, { fromOpenAI }] = await Promise.all([
    load('src/index.ts'),
    load('src/core/vendor/openai/read/openai.ts'),
    load('src/core/compile/agent-compiler.ts'), // the first compile would import it
  ])
  // Reading the coverage resets the counters.
  await session.post('Profiler.takePreciseCoverage')
  const messages = [{ role: 'user', content: 'What is the weather in Paris?' }]
  await compile?.(fromOpenAI?.(messages), { model: 'gpt-5.4', budget: 16_000 })
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  const own = result.filter(({ url }) => url.startsWith(pathToFileURL(join(folder, 'src/')).href))
  const run = own.map(({ functions }) =>
    functions.filter(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
  )
  return `${run.flat().length} in ${run.filter(functions => functions.length > 0).length} files`
}
