// Opens inbox.db for the writer: a damaged or missing one is replaced by what the newest backup carries of it, and a
// notice says so. So does one of a damaged WAL. New deliveries are received in every case.
import { rankBackups, withBackup } from './backup-label.ts'
import type { File } from './connection.ts'
import { keepDamagedWal } from './damaged-wal.ts'
import { addArrivalsOf, isInboxLost, keepNumbers, moveArrivals } from './inbox.ts'
import { putAside } from './restore.ts'
import { isDamage, type StoreNotice } from './rpc.ts'
import { checkWhole, isEmptyOrAbsent, type OpenFileOptions, openFile } from './sqlite-file.ts'
import type { StoreTables } from './tables.ts'

type OpenInboxOptions = OpenFileOptions & {
  readonly core: File
  readonly backupsFolder: string
  readonly deskNo: number
  readonly lastArrival: StoreTables['lastArrival']
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

const walNotice = (takenAt: string | undefined, kept: string): StoreNotice => {
  const restored = takenAt === undefined ? '' : ` The desk added what the backup of ${takenAt} has of them.`
  return {
    what: 'deliveries-lost',
    level: 'error',
    title: 'Recent deliveries are lost',
    message: `The file of recently received webhooks (inbox.db-wal) was damaged. Deliveries that arrived shortly before the desk ended last may be missing, although their senders were answered.${restored} Ask the senders to send again what is missing. The damaged file is kept as ${kept}.`,
  }
}

type SettledOptions = OpenFileOptions & {
  readonly core: File
  readonly deskNo: number
  readonly lastArrival: StoreTables['lastArrival']
  readonly isLost: boolean
  readonly beforeUse: (db: File) => void
}

const openSettled = (
  path: string,
  { core, deskNo, lastArrival, isLost, beforeUse, ...options }: SettledOptions,
): File => {
  const db = openFile(path, 'inbox', options)
  try {
    beforeUse(db)
    if (moveArrivals(core, db)) core.exec('VACUUM')
    keepNumbers(core, db, { isLost, deskNo, lastArrival })
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** After core.db, whose arrivals of a migration or a restored backup it takes over. */
export const openInbox = (path: string, options: OpenInboxOptions): { db: File; notices: StoreNotice[] } => {
  const { core, deskNo, lastArrival, backupsFolder, isInDoubt } = options
  let takenAt: string | undefined
  const addSaved = (db: File): void => {
    takenAt = addFromBackup(db, backupsFolder)
  }
  const replace = (aside: string | undefined): { db: File; notices: StoreNotice[] } => {
    const db = openSettled(path, { ...options, core, isLost: true, beforeUse: addSaved })
    return { db, notices: [inboxNotice(takenAt, aside)] }
  }
  if (isEmptyOrAbsent(path) && isInboxLost(core, { deskNo, lastArrival })) return replace(undefined)
  const damagedWal = keepDamagedWal(path)
  try {
    const beforeUse = (db: File): void => {
      if (isInDoubt) checkWhole(db)
      if (damagedWal !== undefined) addSaved(db)
    }
    // Numbers that senders were given are among what a damaged WAL loses.
    const db = openSettled(path, { ...options, core, isLost: damagedWal !== undefined, beforeUse })
    return { db, notices: damagedWal === undefined ? [] : [walNotice(takenAt, damagedWal)] }
  } catch (error) {
    if (!isDamage(error)) throw error
    return replace(putAside(path))
  }
}
