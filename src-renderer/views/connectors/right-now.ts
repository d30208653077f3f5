// What an assistant may do for a brand now, in plain words, from the service's catalog alone.

import type { MatrixBrand, MatrixTool } from '../../../src-shared/desk/connectors.ts'
import { namedValue } from '../../../src-shared/service/named-values.ts'

export type RightNow = {
  /** May be called now. */
  readonly reads: readonly MatrixTool[]
  readonly writes: readonly MatrixTool[]
  /** Of the writing ones. */
  readonly sends: readonly MatrixTool[]
  readonly spends: readonly MatrixTool[]
  /** Offered to the brand and refused at call time. */
  readonly refused: readonly MatrixTool[]
}

export const rightNow = (tools: readonly MatrixTool[], brand: Pick<MatrixBrand, 'effective'>): RightNow => {
  const allowed = tools.filter(({ name }) => namedValue(brand.effective, name) === 'allow')
  const writes = allowed.filter(({ group }) => group === 'write')
  return {
    reads: allowed.filter(({ group }) => group === 'read'),
    writes,
    sends: writes.filter(({ sendsEmail }) => sendsEmail),
    spends: writes.filter(({ spends }) => spends),
    refused: tools.filter(({ name }) => namedValue(brand.effective, name) === 'deny'),
  }
}

/** The whole in one sentence. */
export const inOneSentence = ({ reads, writes, sends }: RightNow): string => {
  if (reads.length === 0 && writes.length === 0) return 'An assistant may do nothing.'
  if (writes.length === 0) return 'An assistant may read. It cannot change or send anything.'
  const sending = sends.length === 0 ? 'It cannot send email.' : 'It can send real email, which cannot be recalled.'
  return `An assistant may ${reads.length === 0 ? '' : 'read and '}change things. ${sending}`
}
