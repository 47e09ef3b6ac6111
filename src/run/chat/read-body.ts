/** Reads a request's body as JSON. Returns null if it is not JSON, and `'too large'` if it has over `most` bytes. */
export async function readBody(request: Request, most: number): Promise<unknown> {
  if (Number(request.headers.get('content-length')) > most) return 'too large'
  const decoder = new TextDecoder()
  let size = 0
  let text = ''
  const reader = request.body?.getReader()
  try {
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) break
      size += value.byteLength
      if (size > most) {
        await reader?.cancel()
        return 'too large'
      }
      text += decoder.decode(value, { stream: true })
    }
    return JSON.parse(text + decoder.decode())
  } catch {
    return null
  }
}
