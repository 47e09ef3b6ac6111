import { answer } from '../../../src/answer.js'

export const runtime = 'edge'
export const GET = async () => Response.json(await answer())
