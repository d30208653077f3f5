import type { TeamRole } from '../../store/team/state.ts'

/** Whether a desk of a person with this role sends; null: the role is not known now. */
export const mayRoleSend = (role: TeamRole | null): boolean | null =>
  role === null ? null : role === 'sender' || role === 'admin'
