// The team that this desk is in; null: it works alone, or has not said yet. Only parts that come later than the first script
// read this.

import type { CallInput, EventPayload } from '../../src-shared/desk/contract.ts'
import type { Person, TeamStatus } from '../../src-shared/desk/team.ts'
import { bridge } from '../bridge.ts'
import { ask } from '../data/desk.ts'
import { useDesk } from '../data/use-desk.ts'

export type Role = Person['role']

export const useTeam = (): TeamStatus | null => useDesk('team.status', {}).value?.team ?? null

const NOBODY: readonly Person[] = []

/** Who is in the team now; empty on a desk alone. */
export const usePeople = (): readonly Person[] => {
  const isInTeam = useTeam() !== null
  const people = useDesk('team.people', isInTeam ? {} : null).value?.people ?? NOBODY
  return people.filter(({ removedAt }) => removedAt === null)
}

/** Whether a sender of this team may do it: a desk alone may do everything. */
export const useMaySend = (): boolean => {
  const team = useTeam()
  return team === null || team.role === 'sender' || team.role === 'admin'
}

export const ROLE_LABELS: Record<Role, string> = {
  reader: 'Reader',
  writer: 'Writer',
  sender: 'Sender',
  admin: 'Admin',
}

export const checkTeam = (input: CallInput<'team.check'>) => ask('team.check', input)
export const initTeam = (input: CallInput<'team.init'>) => ask('team.init', input)
export const joinTeam = (input: CallInput<'team.join'>) => ask('team.join', input)
export const leaveTeam = (isOffline: boolean) => ask('team.leave', { isOffline })
export const signInTeam = (password: string) => ask('team.signIn', { password })
export const liftPause = (no: number) => ask('team.liftPause', { no })
export const checkMirror = () => ask('team.checkMirror', {})
export const addPerson = (input: CallInput<'team.addPerson'>) => ask('team.addPerson', input)
export const removePerson = (login: string) => ask('team.removePerson', { login })
export const setRole = (login: string, role: Role) => ask('team.setRole', { login, role })
export const setBrands = (input: CallInput<'team.setBrands'>) => ask('team.setBrands', input)
export const setApproval = (brandId: string, needsApproval: boolean) =>
  ask('team.setApproval', { brandIds: [brandId], needsApproval })

/** How far setting up, joining or leaving has come. What it returns ends that. */
export const followTeamProgress = (listener: (progress: EventPayload<'team.progress'>) => void): (() => void) =>
  bridge.subscribe((event) => {
    if (event.name === 'team.progress') listener(event.payload)
  })
