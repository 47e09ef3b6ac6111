import { createServer } from 'node:http'
import { answer } from './answer.js'

const server = createServer(async (_, response) => {
  try {
    response.end(JSON.stringify(await answer()))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
})
server.listen(Number(process.env.PORT), '127.0.0.1')
