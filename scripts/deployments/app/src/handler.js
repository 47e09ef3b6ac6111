import { answer } from './answer.js'

export const handler = async () => ({ statusCode: 200, body: JSON.stringify(await answer()) })
