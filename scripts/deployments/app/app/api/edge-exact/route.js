import { o200k } from 'ctxc/count/o200k'
import { answer } from '../../../src/answer.js'

export const runtime = 'edge'
export const GET = async () => Response.json(await answer({ count: o200k }))
