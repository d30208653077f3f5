import { z } from 'zod'

/** A program that listens at the receiver's port on this machine, at any address. */
export const PortHolderSchema = z.object({
  address: z.string(),
  isThisDesk: z.boolean(),
  /** null: the system does not say it, as for programs of other users. */
  pid: z.number().int().nullable(),
  program: z.string().nullable(),
  /** Whose program it is. */
  user: z.string().nullable(),
})
export type PortHolder = z.infer<typeof PortHolderSchema>

export const holderLabel = ({ isThisDesk, pid, program, user }: PortHolder): string => {
  if (isThisDesk) return 'this desk'
  const what = pid === null ? 'another program' : `process ${pid}${program === null ? '' : ` (${program})`}`
  return user === null ? what : `${what} of user ${user}`
}

/** The others that hold the port, in a sentence each; empty where there are none. */
export const foreignHolders = (port: number, holders: readonly PortHolder[]): string =>
  holders
    .filter(({ isThisDesk }) => !isThisDesk)
    .map((holder) => `Port ${port} on ${holder.address} is held by ${holderLabel(holder)}.`)
    .join(' ')
