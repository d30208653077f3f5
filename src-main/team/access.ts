// How this desk reaches its team. The password is in the keychain, or in AGENCY_DESK_TEAM on a server; never in a file.
import { DeskError } from '../../src-shared/desk/errors.ts'
import type { SecretRing } from '../keychain/secret-ring.ts'
import type { TeamAccess } from '../store/team/state.ts'
import { readTeamFile } from '../store/team/team-files.ts'

/** The account of the password in the keychain. */
export const teamAccount = (teamId: string): string => `team:${teamId}`

/** The parts of `postgres://login:password@host/database`; the address without the password. */
export const splitAddress = (address: string): { readonly url: string; readonly password: string } => {
  const parsed = URL.canParse(address) ? new URL(address) : null
  if (parsed === null)
    throw new DeskError('invalid', 'AGENCY_DESK_TEAM is no address: postgres://login:password@host/database')
  const password = decodeURIComponent(parsed.password)
  parsed.password = ''
  return { url: parsed.href, password }
}

export type AccessOptions = {
  readonly home: string
  readonly ring: Pick<SecretRing, 'get'>
  /** AGENCY_DESK_TEAM; null: not set. */
  readonly teamAddress: string | null
}

/** Null: a desk alone. An empty password: nobody has it, and the desk works offline until a person signs in. */
export const readTeamAccess = async ({ home, ring, teamAddress }: AccessOptions): Promise<TeamAccess | null> => {
  const file = readTeamFile(home)
  if (file === null) return null
  const { teamId, url, deskId, deskNo, deskName } = file
  const desk = { teamId, deskId, deskNo, deskName }
  if (teamAddress !== null) return { ...desk, ...splitAddress(teamAddress) }
  // A keychain that is locked is no reason not to open the desk: what it shows is here.
  const password = await ring.get(teamAccount(teamId)).catch(() => null)
  return { ...desk, url, password: password ?? '' }
}
