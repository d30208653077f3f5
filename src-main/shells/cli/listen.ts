// Prints deliveries as they arrive, until Ctrl-C: those of the running desk, or of one that this command opened.
import { setTimeout as sleep } from 'node:timers/promises'
import { type CallOutput, calls } from '../../../src-shared/desk/contract.ts'
import { DeskError } from '../../../src-shared/desk/errors.ts'
import { foreignHolders } from '../../../src-shared/desk/values/port-holders.ts'
import type { Delivery } from '../../../src-shared/desk/webhooks.ts'
import { callDesk } from '../../desk.ts'
import { JSON_OPTION, type Options, parse, splitList } from './arguments.ts'
import { type Command, type CommandDesk, findBrandIds, type Terminal, UsageError, writeLine } from './command.ts'

const OPTIONS = {
  brand: { type: 'string' },
  'forward-to': { type: 'string' },
  ...JSON_OPTION,
} as const satisfies Options

type Forward = CallOutput<'webhooks.replay'>['forward']
type Printed = { readonly delivery: Delivery; readonly forward?: Forward; readonly forwardError?: string }

/** A desk that ends sends no event; it is asked now and then whether it is still there. */
const ASK_AGAIN_MS = 2000

const forwardLabel = ({ forward, forwardError }: Printed): string => {
  if (forwardError !== undefined) return `  → ${forwardError}`
  if (forward == null) return ''
  const retry = forward.nextTryAt === null ? '' : `, again at ${forward.nextTryAt}`
  return `  → ${forward.error ?? `answered ${forward.status}`}${retry}`
}

/** Control characters of a sender could move the cursor or change the terminal's title. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, ' ')

const line = (printed: Printed, nameOf: (brandId: string) => string): string => {
  const { receivedAt, brandId, event, slug, title, status, reason, secretUsed } = printed.delivery
  const what = [event ?? 'no event', slug, title === null ? null : `"${title}"`].filter((part) => part !== null)
  const marks = [status === 'accepted' ? null : status, reason, secretUsed === 'previous' ? 'previous secret' : null]
  const notes = marks.filter((mark) => mark !== null).join(', ')
  const text = `${receivedAt}  ${nameOf(brandId)}  ${what.join('  ')}${notes === '' ? '' : `  (${notes})`}`
  return plain(text + forwardLabel(printed))
}

const forwardOf = async (desk: CommandDesk, id: string, forwardTo: string | undefined): Promise<Partial<Printed>> => {
  if (forwardTo === undefined) return {}
  const reply = await desk.call('webhooks.replay', { id, forwardTo })
  if (!reply.ok) return { forwardError: reply.error.message }
  return { forward: (reply.value as CallOutput<'webhooks.replay'>).forward } // the call's own output
}

/** Until Ctrl-C; rejects where the desk has ended. */
const untilAborted = async (desk: CommandDesk, { signal }: Terminal): Promise<void> => {
  while (!signal.aborted) {
    const reply = await desk.call('webhooks.status', {})
    if (!reply.ok && reply.error.kind === 'network') throw new DeskError('network', 'The desk has ended.')
    await sleep(ASK_AGAIN_MS, undefined, { signal }).catch(() => undefined)
  }
}

export const listenCommand = (args: string[]): Command => {
  const { brand, 'forward-to': forwardTo, json: isJson } = parse(args, OPTIONS, 0).values
  const isForwardable = calls['webhooks.replay'].input.safeParse({ id: 'd1', forwardTo }).success
  if (!isForwardable) throw new UsageError('--forward-to takes an https address, or http on 127.0.0.1 or localhost.')
  const wanted = splitList(brand)
  return async (desk, terminal) => {
    const brandIds = wanted === undefined ? null : await findBrandIds(desk, wanted)
    const { brands } = await callDesk(desk, 'brands.list', {})
    const nameOf = (brandId: string) => brands.find(({ id }) => id === brandId)?.name ?? brandId
    let last: Promise<void> = Promise.resolve()
    const print = async (delivery: Delivery): Promise<void> => {
      const printed = { delivery, ...(await forwardOf(desk, delivery.id, forwardTo)) }
      await (isJson ? writeLine(terminal.stdout, printed) : terminal.stdout.write(`${line(printed, nameOf)}\n`))
    }
    const stop = desk.subscribe((event) => {
      if (event.name !== 'webhooks.received') return
      const { delivery } = event.payload
      if (brandIds !== null && !brandIds.includes(delivery.brandId)) return
      last = last.then(() => print(delivery))
    })
    try {
      const { listening, address, port, error, holders } = await callDesk(desk, 'webhooks.status', {})
      const others = foreignHolders(port, holders)
      const off = error ?? 'The receiver is switched off in its settings.'
      if (!listening) throw new DeskError('conflict', others === '' ? off : `${off} ${others}`)
      if (others !== '') await terminal.stderr.write(`${others}\n`)
      const where = address.includes(':') ? `[${address}]` : address
      await terminal.stderr.write(`Listening at http://${where}:${port}/hooks. Ctrl-C ends it.\n`)
      await untilAborted(desk, terminal)
      await last
      return 0
    } finally {
      stop()
    }
  }
}
