import { expect, test } from 'vitest'
import { portHolders } from '../../../src-main/webhooks/port-holders.ts'

test.each([
  [true, false, [{ isThisDesk: true, pid: process.pid }]],
  [false, true, [{ isThisDesk: false, pid: null }]],
  [false, false, []],
])(
  'where the system names nobody, a desk that listens (%s) or found its port taken (%s) says what it knows',
  async (listening, isTaken, known) => {
    const receiving = { listening, isTaken, address: '127.0.0.1', port: 4100 }
    const holders = await portHolders(receiving, () => Promise.reject(new Error('There is no such file.')))
    expect(holders).toEqual(known.map((one) => ({ address: '127.0.0.1', program: null, user: null, ...one })))
  },
)

test.runIf(process.platform === 'linux')(
  'a table of the system names who listens at the port, by the address of each',
  async () => {
    const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
    const row = (address: string, state = '0A') =>
      `   0: ${address} 00000000:0000 ${state} 00000000:00000000 00:00000000 00000000  4294967 0 1 1 0 100 0 0 10 0`
    const four = [head, row('0100007F:1004'), row('00000000:1004'), row('0100007F:1005'), row('0100007F:1004', '01')]
    const read = async (file: string) => (file.endsWith('tcp6') ? head : four.join('\n'))
    const receiving = { listening: true, isTaken: false, address: '127.0.0.1', port: 4100 }
    const holders = await portHolders(receiving, read)
    expect(holders.map(({ address, isThisDesk, pid }) => [address, isThisDesk, pid])).toEqual([
      ['127.0.0.1', true, process.pid],
      ['0.0.0.0', false, null],
    ])
  },
)
