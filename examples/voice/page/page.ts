// The page: buttons, and a conversation with the engine on the server or in this browser.
import type { Shown } from '../report.ts'
import { fromBase64, toBase64 } from '../sound.ts'
import { demoVoice, openMicrophone } from './microphone.ts'
import { isHeld, talkOnServer } from './on-server.ts'
import { Player } from './player.ts'
import type { Talk } from './talk.ts'
import { element, showText, view } from './view.ts'

const isInBrowser = new URL(location.href).searchParams.get('engine') === 'browser'
const talkButton = element<HTMLButtonElement>('#talk')
const microphoneButton = element<HTMLButtonElement>('#microphone')
const demoButton = element<HTMLButtonElement>('#demo')
const form = element<HTMLFormElement>('form')
const input = element<HTMLInputElement>('#text')
const inTalk = [microphoneButton, demoButton, ...form.querySelectorAll<HTMLInputElement>('input, button')]

let talk: Talk | null = null
let player: Player | null = null
let closeMicrophone: (() => void) | null = null
let demoCount = 0

const connected = { server: isInBrowser, model: false }

element(`nav a[href="${isInBrowser ? '/?engine=browser' : '/'}"]`).setAttribute('aria-current', 'page')
showText(
  '#why',
  isInBrowser
    ? 'The engine runs in this browser. Anyone can read and change its phases and instructions here: give it ephemeral keys alone, and tools without authority. Prefer the server.'
    : 'The engine runs on the server, the right place: the key, the phases, the instructions and the tools stay there. The page sends a voice, and gets a voice.',
)
showStart()

function show(report: Shown): void {
  if (report.type === 'audio') return player?.play(fromBase64(report.data))
  if (report.type === 'interrupted') return player?.stop()
  if (report.type === 'connection' || report.type === 'server') {
    if (report.type === 'server') connected.server = report.isOpen
    else connected.model = report.status === 'open'
    const { server, model } = connected
    return showText('#connection', !server ? 'server lost' : model ? 'connected' : 'connecting to the model')
  }
  view(report)
  if (report.type === 'ended') ended(report.reason)
}

function showSound({ isPlaying, played, dropped }: Player): void {
  const sound = element('#sound')
  const text = isPlaying ? 'playing' : 'silent'
  if (sound.textContent !== text) sound.textContent = text
  sound.dataset.played = String(played)
  sound.dataset.dropped = String(dropped)
}

function showStart(): void {
  talkButton.textContent = !isInBrowser && isHeld() ? 'Continue' : 'Start'
}

function stopMicrophone(): void {
  closeMicrophone?.()
  closeMicrophone = null
  microphoneButton.setAttribute('aria-pressed', 'false')
}

async function start(): Promise<void> {
  player = new Player(showSound)
  talkButton.disabled = true
  showText('#connection', 'connecting')
  try {
    // The engine is loaded only if it runs in the browser.
    talk = isInBrowser ? (await import('./in-browser.ts')).talkInBrowser(show) : talkOnServer(show)
    for (const control of inTalk) control.disabled = false
    talkButton.textContent = 'End'
  } catch (error) {
    ended(String(error))
  }
  talkButton.disabled = false
}

function ended(reason: string): void {
  stopMicrophone()
  demoCount++
  player?.close()
  talk = null
  for (const control of inTalk) control.disabled = true
  showStart()
  showText('#connection', `ended: ${reason}`)
}

const send = (piece: Int16Array): void => talk?.sendAudio(toBase64(piece))

talkButton.onclick = () => (talk === null ? void start() : talk.end())

microphoneButton.onclick = async () => {
  if (closeMicrophone !== null) stopMicrophone()
  else {
    // The browser may first ask the user for permission.
    microphoneButton.disabled = true
    try {
      closeMicrophone = await openMicrophone(send)
    } catch (error) {
      showText('#connection', `no microphone: ${error instanceof Error ? error.message : error}`)
    }
    microphoneButton.disabled = talk === null
    if (talk === null) stopMicrophone()
  }
  microphoneButton.setAttribute('aria-pressed', String(closeMicrophone !== null))
}

demoButton.onclick = () => {
  // A second click stops the voice of the first click.
  const number = ++demoCount
  void demoVoice(piece => {
    if (number === demoCount) send(piece)
  })
}

form.onsubmit = event => {
  event.preventDefault()
  const text = input.value.trim()
  if (text !== '') talk?.sendText(text)
  input.value = ''
}
