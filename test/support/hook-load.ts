// A process of its own that sends deliveries over keep-alive connections and measures how long each answer takes.
// Raw sockets, so that the sender costs little of the machine that both share. Prints one line of JSON.
import { connect } from 'node:net'

export type LoadOptions = {
  readonly port: number
  readonly path: string
  readonly secret: string
  readonly senders: number
  readonly durationMs: number
  /** Between an answer and that sender's next delivery; 0: at once. */
  readonly pauseMs: number
  /** Spread over the duration, however long an answer takes; then `pauseMs` counts for nothing. */
  readonly total?: number
}
export type LoadResult = {
  readonly answered: number
  readonly others: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly p999Ms: number
  readonly maxMs: number
}

const options = JSON.parse(process.argv[2] ?? '{}') as LoadOptions // written by the parent

const requestOf = (slug: string): string => {
  const body = JSON.stringify({
    event: 'article.published',
    article: { title: `How to brew ${slug}`, slug, url: `https://acme.test/blog/${slug}`, text: 'tea '.repeat(100) },
  })
  const lines = [
    `POST ${options.path} HTTP/1.1`,
    `Host: 127.0.0.1:${options.port}`,
    `Authorization: Bearer ${options.secret}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

/** Length of a whole answer at the start of the text, 0 while it is not there yet. */
const answerLength = (text: string): number => {
  const headEnd = text.indexOf('\r\n\r\n')
  if (headEnd < 0) return 0
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, headEnd))?.[1]
  if (length === undefined) throw new Error(`An answer without length: ${text.slice(0, headEnd)}`)
  const end = headEnd + 4 + Number(length)
  return text.length >= end ? end : 0
}

const times: number[] = []
const runName = process.pid.toString(36)
let others = 0
const beganAt = performance.now()
const endsAt = beganAt + options.durationMs
const { total } = options
const perSender = total === undefined ? Number.POSITIVE_INFINITY : Math.ceil(total / options.senders)

/** Until a sender's next delivery. */
const pauseBefore = (count: number): number =>
  total === undefined
    ? options.pauseMs * (0.5 + Math.random())
    : beganAt + (count / perSender) * options.durationMs - performance.now()

const runSender = (sender: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: options.port, host: '127.0.0.1', noDelay: true })
    let sentAt = 0
    let count = 0
    let text = ''
    const send = () => {
      if (count >= perSender || (total === undefined && performance.now() >= endsAt))
        return void socket.end(() => resolve())
      count += 1
      const bytes = requestOf(`${runName}-${sender}-${count}`)
      sentAt = performance.now()
      socket.write(bytes)
    }
    socket.on('connect', send)
    socket.on('error', reject)
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk
      const length = answerLength(text)
      if (length === 0) return
      if (text.startsWith('HTTP/1.1 200')) times.push(performance.now() - sentAt)
      else others += 1
      text = text.slice(length)
      const pauseMs = pauseBefore(count)
      if (pauseMs <= 0) send()
      else setTimeout(send, pauseMs)
    })
  })

await Promise.all(Array.from({ length: options.senders }, (_, sender) => runSender(sender)))
const seconds = (performance.now() - beganAt) / 1000
times.sort((a, b) => a - b)
const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
const result: LoadResult = {
  answered: times.length,
  others,
  perSecond: times.length / seconds,
  p50Ms: at(0.5),
  p99Ms: at(0.99),
  p999Ms: at(0.999),
  maxMs: times.at(-1) ?? Number.NaN,
}
process.stdout.write(`${JSON.stringify(result)}\n`)
