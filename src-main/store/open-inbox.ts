// Opens inbox.db for the writer: a damaged or missing one is replaced by what the newest backup carries of it, and a
// notice says so. New deliveries are received in every case.
import { rankBackups, withBackup } from './backup-label.ts'
import type { File } from './connection.ts'
import { addArrivalsOf, isInboxLost, keepNumbers, moveArrivals } from './inbox.ts'
import { putAside } from './restore.ts'
import { isDamage, type StoreNotice } from './rpc.ts'
import { checkWhole, isEmptyOrAbsent, type OpenFileOptions, openFile } from './sqlite-file.ts'

type OpenInboxOptions = OpenFileOptions & {
  readonly core: File
  readonly backupsFolder: string
  readonly deskNo: number
  /** A damaged page was found somewhere. */
  readonly isInDoubt: boolean
}

/** Adds the deliveries of the newest backup that carries any, and says when it was taken. */
const addFromBackup = (inbox: File, backupsFolder: string): string | undefined =>
  rankBackups(backupsFolder, Date.now()).find(
    ({ path }) => withBackup(path, (backup) => addArrivalsOf(backup, inbox)) === true,
  )?.takenAt

const inboxNotice = (takenAt: string | undefined, aside: string | undefined): StoreNotice => {
  const kept = aside === undefined ? '' : ` The damaged file is kept as ${aside}.`
  const what = aside === undefined ? 'was missing' : 'was damaged'
  return takenAt === undefined
    ? {
        what: 'inbox-lost',
        level: 'error',
        title: 'Contents of webhooks are lost',
        message: `The file of received webhooks ${what} and there is no good backup. The list of deliveries is complete, but the contents of earlier ones are missing. New deliveries are received.${kept}`,
      }
    : {
        what: 'inbox-restored',
        level: 'warning',
        title: 'Webhooks restored from a backup',
        message: `The file of received webhooks ${what}. The desk restored the backup of ${takenAt}. The contents of later deliveries are missing.${kept}`,
      }
}

type SettledOptions = OpenFileOptions & {
  readonly core: File
  readonly deskNo: number
  readonly isLost: boolean
  readonly beforeUse: ((db: File) => void) | undefined
}

const openSettled = (path: string, { core, deskNo, isLost, beforeUse, ...options }: SettledOptions): File => {
  const db = openFile(path, 'inbox', options)
  try {
    beforeUse?.(db)
    if (moveArrivals(core, db)) core.exec('VACUUM')
    keepNumbers(core, db, { isLost, deskNo })
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** After core.db, whose arrivals of a migration or a restored backup it takes over. */
export const openInbox = (path: string, options: OpenInboxOptions): { db: File; notices: StoreNotice[] } => {
  const { core, deskNo, backupsFolder, isInDoubt } = options
  const replace = (aside: string | undefined): { db: File; notices: StoreNotice[] } => {
    let takenAt: string | undefined
    const addSaved = (db: File): void => {
      takenAt = addFromBackup(db, backupsFolder)
    }
    const db = openSettled(path, { ...options, core, isLost: true, beforeUse: addSaved })
    return { db, notices: [inboxNotice(takenAt, aside)] }
  }
  if (isEmptyOrAbsent(path) && isInboxLost(core, deskNo)) return replace(undefined)
  try {
    const beforeUse = isInDoubt ? checkWhole : undefined
    return { db: openSettled(path, { ...options, core, isLost: false, beforeUse }), notices: [] }
  } catch (error) {
    if (!isDamage(error)) throw error
    return replace(putAside(path))
  }
}
