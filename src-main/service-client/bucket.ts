// The name under which requests share a limit. It is the same on every desk, in a team or not, and for a brand that is removed
// and added again: it is made of the key, and tells nobody the key (docs/decisions/0074).
import { createHmac } from 'node:crypto'
import type { OperationName } from '../../src-shared/service/operations.ts'
import type { ServiceProfile } from '../../src-shared/service/profile.ts'

/** 132 bits: keys are long and random, so nobody finds one by trying. */
const markOf = (key: string): string =>
  createHmac('sha256', key).update('requests per minute').digest('base64url').slice(0, 22)

type Counted = { readonly key: string; readonly account: string }

export const bucketOf = (
  { limits }: Pick<ServiceProfile, 'limits'>,
  name: OperationName,
  { key, account }: Counted,
): string => (limits.scope === 'account' ? `account:${account} ${name}` : `${account}:${markOf(key)} ${name}`)
