import { type BrowserWindow, dialog } from 'electron'
import type { UpdateQuestions } from './updates.ts'

const YES = 0

/** The questions as dialogs of the window. */
export const createUpdateQuestions = (window: BrowserWindow): UpdateQuestions => {
  const ask = async (message: string, detail: string, yes: string): Promise<boolean> => {
    if (window.isDestroyed()) return false
    const buttons = [yes, 'Later']
    const options = {
      type: 'question' as const,
      title: 'Agency Desk',
      message,
      detail,
      buttons,
      defaultId: YES,
      cancelId: 1,
    }
    return (await dialog.showMessageBox(window, options)).response === YES
  }
  return {
    download: (version) =>
      ask(
        `Agency Desk ${version} is available.`,
        'Nothing is installed before you agree to a restart.',
        'Download update',
      ),
    restart: (version) =>
      ask(
        `Agency Desk ${version} is ready to install.`,
        'The desk closes, installs the update and starts again.',
        'Restart and install',
      ),
    waits: async (version) => {
      if (window.isDestroyed()) return
      await dialog.showMessageBox(window, {
        type: 'info',
        title: 'Agency Desk',
        message: `Agency Desk ${version} is not installed yet.`,
        detail:
          'Actions are held or being sent. The desk asks again when they are done. Activity shows them: send them now or cancel them.',
        buttons: ['OK'],
      })
    },
  }
}
