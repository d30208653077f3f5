// No page may navigate away, open windows, embed other pages or get a permission.
import { type Session, shell, type WebContents } from 'electron'
import { APP_ORIGIN } from './protocol.ts'

/** True for an address that the system may open: an https page or a mailto link. */
export const isOpenableOutside = (address: string): boolean => {
  const url = URL.parse(address)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'mailto:')
}

/** True for our own page only. `URL.origin` is "null" for a scheme of ours, so its parts are compared. */
export const isOurPage = (address: string): boolean => {
  const url = URL.parse(address)
  return url !== null && `${url.protocol}//${url.host}` === APP_ORIGIN
}

const openOutside = (address: string): void => {
  if (isOpenableOutside(address)) void shell.openExternal(address)
}

export const secureSession = (session: Session): void => {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
}

export const secureContents = (contents: WebContents): void => {
  contents.on('will-navigate', (event) => {
    if (isOurPage(event.url)) return
    event.preventDefault()
    openOutside(event.url)
  })
  contents.on('will-redirect', (event) => {
    if (!isOurPage(event.url)) event.preventDefault()
  })
  contents.on('will-frame-navigate', (event) => {
    // The preview of a report is written by our own page, whose policy it inherits; it can lead nowhere else.
    if (!event.isMainFrame && event.url !== 'about:srcdoc') event.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url)
    return { action: 'deny' }
  })
}
