export { tool } from '../core/agent/tool.ts'
export {
  type FieldLinks,
  type LiveBuilder,
  liveBuilder,
  type ModifierLinks,
  type NamedOtherwise,
  type PhaseBuilder,
} from './builder/live-builder.ts'
export { type LiveDeclaration, live } from './declare/live.ts'
export type { Derived, Extraction, LiveConfig, LiveTool, SaidText } from './declare/live-config.ts'
export type { Phase, StateText, Transition } from './declare/phase.ts'
export type { LiveOptions } from './declare/read-config.ts'
export type { AudioTime, PlayingText } from './engine/audio-time.ts'
export type {
  AnsweredEffect,
  CalledEffect,
  ExtractEffect,
  LiveEffect,
  LiveNote,
  LogEffect,
  SaidEffect,
  StateWriter,
} from './engine/effect.ts'
export type { LiveEvent } from './engine/event.ts'
export type { Wait } from './engine/gate.ts'
export type { ContextBlock, LiveMessage, SetupMessage } from './engine/message.ts'
export type {
  EngineState,
  Flying,
  OpenCall,
  Playback,
  Telling,
  TokenCount,
  Told,
  Unheld,
  WaitingReport,
} from './engine/state.ts'
export type { Waiting } from './engine/waits.ts'
export { type Carrier, type Profile, type Protocol, profiles } from './profile/profile.ts'
export type { LiveConversation, StartLiveOptions, ToolPlugin, ToolSettings } from './session/contract.ts'
export { connectGoogleAI, type GoogleAIOptions, type SocketClass } from './session/google-socket.ts'
export type { LiveRecord, LiveReport } from './session/live-event.ts'
export { type ReplayedStep, replayLive } from './session/replay.ts'
export type { LiveToolContext } from './session/run-live-tool.ts'
export type { LiveSocket } from './session/socket.ts'
export { startLive } from './session/start-live.ts'
export { buildSteeringContext } from './steering/build-steering-context.ts'
export type { ContextDelivery, FlushOn, SteeringMode } from './steering/modes.ts'
export {
  type LiveState,
  type Modifier,
  type Predicate,
  when,
  withContext,
  withState,
} from './steering/modifier.ts'
export { connectGenAI, type GenAIClient, type GenAISession } from './transport/gen-ai.ts'
export { connectOpenAI, type OpenAIClient, type PlatformSocket } from './transport/openai.ts'
export { type AgentsTransport, connectOpenAIAgents } from './transport/openai-agents.ts'
