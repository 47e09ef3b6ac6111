// Shows the reports of a conversation on the page.
import type { LiveReport } from 'ctxc/live'
import type { Shown } from '../report.ts'

export const element = <Name extends HTMLElement>(selector: string): Name =>
  document.querySelector(selector) as Name

const [said, caption, told] = ['#said', '#caption', '#told'].map(element) as [
  HTMLElement,
  HTMLElement,
  HTMLElement,
]
const names = { user: 'You', model: 'Host' }
let shownId = ''
const captions = { user: '', model: '' }

export function showText(selector: string, text: string): void {
  const place = element(selector)
  // A screen reader would read an unchanged text aloud again, so it is not set again.
  if (place.textContent !== text) place.textContent = text
}

export function view(report: Shown): void {
  switch (report.type) {
    case 'talk':
      showCaptions('', '')
      if (report.id === shownId) return
      shownId = report.id
      said.replaceChildren()
      return told.replaceChildren()
    case 'saying':
      captions[report.by] += report.text
      return showCaptions(captions.user, captions.model)
    case 'said': {
      captions[report.by] = ''
      showCaptions(captions.user, captions.model)
      return add(
        said,
        report.by,
        `${names[report.by]}: ${report.text}${report.isCut ? ' (interrupted)' : ''}`,
      )
    }
    case 'phase':
      showText('#phase', report.to)
      return add(told, 'phase', `${time(report)} the phase is ${report.to}`)
    case 'sent':
      return add(told, report.message.kind, `${time(report)} ${textOf(report.message)}`)
    case 'called':
      return add(
        told,
        'called',
        `${time(report)} the model calls ${report.name} ${JSON.stringify(report.args)}`,
      )
    case 'note':
      return add(told, 'note', `${time(report)} ${report.diagnostic.code} ${report.diagnostic.message}`)
  }
}

function showCaptions(user: string, model: string): void {
  captions.user = user
  captions.model = model
  const texts = [user && `${names.user}: ${user}`, model && `${names.model}: ${model}`]
  caption.textContent = texts.filter(text => text !== '').join('\n')
}

function add(list: HTMLElement, kind: string, text: string): void {
  const item = document.createElement('li')
  item.dataset.kind = kind
  item.textContent = text
  list.append(item)
  const log = list.parentElement as HTMLElement
  log.scrollTop = log.scrollHeight
}

const time = ({ at }: Shown): string => new Date(at).toLocaleTimeString('en-GB')

function textOf(message: Extract<LiveReport, { readonly type: 'sent' }>['message']): string {
  switch (message.kind) {
    case 'setup':
    case 'update': {
      const { kind, instruction, tools } = message
      const texts = [instruction, tools && `tools: ${tools.join(', ') || 'none'}`]
      return `${kind}: ${texts.filter(text => text !== undefined).join('\n')}`
    }
    case 'context':
      return message.blocks.map(({ slot, text }) => `${slot}: ${text}`).join('\n')
    case 'result': {
      const steering = message.context.map(({ slot, text }) => `\n${slot}: ${text}`).join('')
      return `result of ${message.name}: ${JSON.stringify(message.value)}${steering}`
    }
    case 'text':
      return `text: ${message.text}`
    default:
      return message.kind
  }
}
