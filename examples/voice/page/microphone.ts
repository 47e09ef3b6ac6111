// Sources of the user's voice: the microphone, and a synthetic voice.
import { inputRate, pieceLength, syllables } from '../sound.ts'

type Send = (piece: Int16Array) => void

/** Opens the microphone. Returns a function that closes it. */
export async function openMicrophone(send: Send): Promise<() => void> {
  // Without echo cancellation the model hears itself, and interrupts itself.
  const audio = { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true }
  const stream = await navigator.mediaDevices.getUserMedia({ audio })
  // The sample rate of the device is used, because Firefox cannot connect a stream to a context with another rate.
  const context = new AudioContext()
  const close = (): void => {
    for (const track of stream.getTracks()) track.stop()
    void context.close()
  }
  try {
    await context.audioWorklet.addModule('/capture.js')
    const node = new AudioWorkletNode(context, 'capture', { numberOfOutputs: 0 })
    node.port.onmessage = ({ data }) => send(data)
    context.createMediaStreamSource(stream).connect(node)
    return close
  } catch (error) {
    close()
    throw error
  }
}

/** Sends 1.2 seconds of a synthetic voice, at the speed of real speech. */
export async function demoVoice(send: Send): Promise<void> {
  const voice = syllables(1.2, inputRate, 130)
  for (let from = 0; from + pieceLength <= voice.length; from += pieceLength) {
    send(voice.subarray(from, from + pieceLength))
    await new Promise(resolve => setTimeout(resolve, (pieceLength / inputRate) * 1_000))
  }
}
