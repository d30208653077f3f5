// Updates: the person agrees to the download and to the restart separately. Nothing is installed while an intent is
// held, ready or in flight, and the desk's files are closed first. A failure is only logged.
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { callDesk, type Desk } from '../../desk.ts'
import type { ShellLog } from './window.ts'

/** The part of electron-updater that is used. */
export type Updater = {
  autoDownload: boolean
  autoInstallOnAppQuit: boolean
  readonly checkForUpdates: () => Promise<{
    readonly isUpdateAvailable: boolean
    readonly updateInfo: { readonly version: string }
  } | null>
  readonly downloadUpdate: () => Promise<unknown>
  readonly quitAndInstall: () => void
}

/** The questions to the person; `true` is consent. */
export type UpdateQuestions = {
  readonly download: (version: string) => Promise<boolean>
  readonly restart: (version: string) => Promise<boolean>
  /** Says that the restart waits for what is held or being sent. */
  readonly waits: (version: string) => Promise<void>
}

export type UpdatesDeps = {
  readonly updater: Updater
  readonly desk: Pick<Desk, 'call' | 'subscribe'>
  readonly questions: UpdateQuestions
  readonly log: ShellLog
  /** Closes the desk's files; the update is installed after that. */
  readonly closeDesk: () => Promise<void>
}

export type Updates = { readonly check: () => Promise<void> }

type State =
  | { readonly is: 'idle' }
  | { readonly is: 'busy' }
  | { readonly is: 'downloaded' | 'waiting'; readonly version: string }

const UNDER_WAY = ['held', 'ready', 'in_flight'] as const

const isSending = async (desk: Pick<Desk, 'call'>): Promise<boolean> => {
  const filter = { state: [...UNDER_WAY] }
  const page: CallOutput<'intents.list'> = await callDesk(desk, 'intents.list', { filter, limit: 1 })
  return page.rows.length > 0
}

export const createUpdates = ({ updater, desk, questions, log, closeDesk }: UpdatesDeps): Updates => {
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  let state: State = { is: 'idle' }

  const install = async (version: string): Promise<void> => {
    log.info({ version }, 'installing an update')
    await closeDesk()
    updater.quitAndInstall()
  }

  const offerRestart = async (version: string): Promise<void> => {
    state = { is: 'busy' }
    const isAgreed = await questions.restart(version)
    if (!isAgreed) {
      state = { is: 'downloaded', version }
    } else if (await isSending(desk)) {
      state = { is: 'waiting', version }
      await questions.waits(version)
    } else await install(version)
  }

  const offerDownload = async (): Promise<void> => {
    state = { is: 'busy' }
    const found = await updater.checkForUpdates()
    const version = found?.isUpdateAvailable === true ? found.updateInfo.version : null
    if (version === null || !(await questions.download(version))) {
      state = { is: 'idle' }
      return
    }
    await updater.downloadUpdate()
    await offerRestart(version)
  }

  /** After a failure the next check starts over; the updater does not download the same file twice. */
  const quietly = async (step: () => Promise<void>): Promise<void> => {
    try {
      await step()
    } catch (error) {
      log.warn({ err: error }, 'the update did not succeed')
      state = { is: 'idle' }
    }
  }

  desk.subscribe((event) => {
    if (event.name !== 'intents.changed' || state.is !== 'waiting') return
    const { version } = state
    void quietly(async () => {
      if (!(await isSending(desk)) && state.is === 'waiting') await offerRestart(version)
    })
  })

  return {
    check: () =>
      quietly(async () => {
        if (state.is === 'idle') await offerDownload()
        else if (state.is === 'downloaded') await offerRestart(state.version)
      }),
  }
}
