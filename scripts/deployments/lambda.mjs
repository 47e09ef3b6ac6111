// The loop of a Lambda runtime: asks for an event, calls the handler of the unzipped folder, and posts its answer.
import { pathToFileURL } from 'node:url'

const [file = ''] = process.argv.slice(2)
const api = `http://${process.env.AWS_LAMBDA_RUNTIME_API}/2018-06-01/runtime/invocation`
const { handler } = await import(pathToFileURL(file).href)
for (;;) {
  const next = await fetch(`${api}/next`)
  const id = next.headers.get('lambda-runtime-aws-request-id')
  const answered = await handler(await next.json()).then(
    result => ({ path: 'response', body: result }),
    error => ({ path: 'error', body: { errorMessage: String(error) } }),
  )
  await fetch(`${api}/${id}/${answered.path}`, { method: 'POST', body: JSON.stringify(answered.body) })
}
