// The official clients, each connected to a strict fake on loopback.
import { GoogleGenAI } from '@google/genai'
import { OpenAIRealtimeWebSocket as AgentsTransport } from '@openai/agents-realtime'
import OpenAI from 'openai-7'
import { OpenAIRealtimeWS } from 'openai-7/realtime/ws'
import { LiveWS } from 'openai-7/resources/live/ws'
import {
  type FakeState,
  geminiLive,
  gptLive,
  type LiveFake,
  type LiveServer,
  openaiRealtime,
} from '../../../testing/live/index.ts'
import { connectGenAI, connectOpenAI, connectOpenAIAgents, type StartLiveOptions } from '../../index.ts'
import type { Certificate } from './certificate.ts'

export interface Client {
  readonly name: string
  readonly model: string
  readonly fake: LiveFake<FakeState>
  /** Whether the client only accepts `wss:` addresses. */
  readonly needsTls: boolean
  readonly setup?: StartLiveOptions['setup']
  connect(server: LiveServer, tls: Certificate | undefined): StartLiveOptions['connect']
}

const transcribed = { audio: { input: { transcription: { model: 'gpt-4o-transcribe' } } } }

export const openai = (port: number): OpenAI =>
  new OpenAI({ apiKey: 'x', baseURL: `https://127.0.0.1:${port}/v1` })

export const clients: readonly Client[] = [
  {
    name: '@google/genai',
    model: 'gemini-3.8-live',
    fake: geminiLive,
    needsTls: false,
    setup: { generationConfig: { responseModalities: ['AUDIO'], temperature: 0.5 } },
    connect: ({ port }) =>
      connectGenAI(new GoogleGenAI({ apiKey: 'x', httpOptions: { baseUrl: `http://127.0.0.1:${port}` } })),
  },
  {
    name: 'openai OpenAIRealtimeWS',
    model: 'gpt-realtime',
    fake: openaiRealtime,
    needsTls: true,
    setup: transcribed,
    connect: ({ port }, tls) =>
      connectOpenAI(
        () => new OpenAIRealtimeWS({ model: 'gpt-realtime', options: { ca: tls!.cert } }, openai(port)),
      ),
  },
  {
    name: 'openai LiveWS',
    model: 'gpt-live-1',
    fake: gptLive,
    needsTls: true,
    connect: ({ port }, tls) => connectOpenAI(() => new LiveWS(openai(port), { ca: tls!.cert })),
  },
  {
    name: '@openai/agents-realtime',
    model: 'gpt-realtime',
    fake: openaiRealtime,
    needsTls: false,
    connect: ({ url }) =>
      connectOpenAIAgents(() => new AgentsTransport(), { apiKey: 'x', model: 'gpt-realtime', url }),
  },
]
