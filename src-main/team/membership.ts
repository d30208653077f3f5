// Setting up, joining and leaving a team: the desk closes, a thread of its own changes its files, and it opens again.
import type { Handlers } from '../../src-shared/desk/contract.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { OwnRows } from '../../src-shared/desk/team.ts'
import { given } from '../base/given.ts'
import type { Reopen } from '../composed-desk.ts'
import type { Emit } from '../desk.ts'
import { assertSecretCanBeKept } from '../keychain/keychain.ts'
import type { SecretRing } from '../keychain/secret-ring.ts'
import { type RunOptions, runMembershipJob } from '../store/membership/run.ts'
import type { TeamAccess } from '../store/team/state.ts'
import { splitAddress, teamAccount } from './access.ts'
import { alone } from './rules/alone.ts'

export type MembershipDeps = {
  /** Null: a desk alone. */
  readonly access: TeamAccess | null
  /** AGENCY_DESK_TEAM; null: not set. */
  readonly teamAddress: string | null
  readonly ring: SecretRing
  readonly files: Omit<RunOptions, 'onProgress'>
  readonly reopen: Reopen
  readonly emit: Emit
  /** The computer's, also in a team. */
  readonly ownNowMs: () => number
}

type Given = { readonly url: string; readonly password?: string | undefined; readonly sessionOnly: boolean }
type Login = { readonly url: string; readonly password: string }
type MembershipCall = 'check' | 'init' | 'join' | 'leave' | 'signIn'

const alreadyInTeam = () =>
  new DeskError('conflict', 'This desk is in a team already. Leave it first, with `desk team leave`.')

const noPassword = () =>
  new DeskError('invalid', 'Give the password of the team’s database.', {
    issues: [{ path: 'password', message: 'is missing' }],
  })

export const createMembershipHandlers = (deps: MembershipDeps): Pick<Handlers, `team.${MembershipCall}`> => {
  const { access, teamAddress, ring, files, reopen, emit } = deps
  const run = {
    ...files,
    onProgress: (progress: Parameters<RunOptions['onProgress']>[0]) => emit('team.progress', progress),
  }

  /** The thread has the system's clock. */
  const ahead = () => ({ clockAheadMs: deps.ownNowMs() - Date.now() })

  /** An address never carries a password here: it is stored, and shown. */
  const loginOf = ({ url, password }: Omit<Given, 'sessionOnly'>): Login => {
    const split = splitAddress(url)
    if (split.password !== '')
      throw new DeskError('invalid', 'Remove the password from the address. The desk asks for it.', {
        issues: [{ path: 'url', message: 'holds a password' }],
      })
    const known = password ?? (teamAddress === null ? '' : splitAddress(teamAddress).password)
    if (known === '') throw noPassword()
    return { url: split.url, password: known }
  }

  /** Nothing is to fail for want of a keychain once the desk is in the team. */
  const begin = async (input: Given): Promise<Login> => {
    if (access !== null) throw alreadyInTeam()
    const login = loginOf(input)
    if (input.password !== undefined) await assertSecretCanBeKept(ring, input.sessionOnly)
    return login
  }
  const keepPassword = async ({ password, sessionOnly }: Given, teamId: string): Promise<void> => {
    if (password !== undefined) await ring.put(teamAccount(teamId), password, { sessionOnly })
    emit('team.progress', { step: 'open', done: 0, total: 0 })
  }
  const whileClosed = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    let result: { readonly value: Result } | undefined
    await reopen({ isReplaced: true }, async () => {
      result = { value: await work() }
    })
    if (result === undefined) throw new Error('The desk was opened again without the work on the team.')
    return result.value
  }

  return {
    'team.check': (input) => runMembershipJob(run, 'check', loginOf(input)),
    'team.init': async ({ name, deskName, ...input }) => {
      const login = await begin(input)
      return whileClosed(async () => {
        const { file, copied } = await runMembershipJob(run, 'init', {
          ...login,
          ...ahead(),
          name,
          ...given({ deskName }),
        })
        await keepPassword(input, file.teamId)
        return { teamId: file.teamId, copied }
      })
    },
    'team.join': async ({ deskName, discardRows, ...input }) => {
      const login = await begin(input)
      return whileClosed(async () => {
        const args = { ...login, ...ahead(), ...given({ deskName, discardRows }) }
        const { file, discarded } = await runMembershipJob(run, 'join', args)
        await keepPassword(input, file.teamId)
        return { teamId: file.teamId, discarded }
      })
    },
    'team.leave': async ({ isOffline }): Promise<{ kept: OwnRows }> => {
      if (access === null) throw alone()
      return whileClosed(async () => {
        const left = await runMembershipJob(run, 'leave', { ...ahead(), access: isOffline ? null : access })
        // A locked keychain keeps a password that is of no use any more.
        await ring.drop(teamAccount(access.teamId)).catch(() => undefined)
        emit('team.progress', { step: 'open', done: 0, total: 0 })
        return left
      })
    },
    'team.signIn': async ({ password, sessionOnly }) => {
      if (access === null) throw alone()
      await assertSecretCanBeKept(ring, sessionOnly)
      await runMembershipJob(run, 'check', { url: access.url, password })
      await ring.put(teamAccount(access.teamId), password, { sessionOnly })
      await reopen({})
      return {}
    },
  }
}
