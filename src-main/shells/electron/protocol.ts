// The page comes from app://desk, a standard and secure origin of its own: no file:// rights, and the same strict
// policy as on the web. Only the built page's files and the desk's exports exist there.
import { Readable } from 'node:stream'
import { protocol, type Session } from 'electron'
import { plainPage, preparePage, SECURITY_HEADERS } from '../page.ts'
import { createStaticFiles } from '../static-files.ts'
import { openExport } from '../web/exports.ts'

export const APP_ORIGIN = 'app://desk'

/** To be called before the app is ready. */
export const registerAppScheme = (): void =>
  protocol.registerSchemesAsPrivileged([
    { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])

const notFound = () => new Response('There is nothing here.', { status: 404, headers: SECURITY_HEADERS })

/** Answers every request for app://desk. */
export const servePage = (session: Session, folders: { readonly renderer: string; readonly exports: string }): void => {
  const files = createStaticFiles(folders.renderer)
  const answer = async (path: string): Promise<Response> => {
    if (path === '/') {
      const html = await files.index()
      const page = html === null ? plainPage('The page is not built', ['Run `npm run build`.']) : preparePage(html)
      return new Response(page.html, { headers: page.headers })
    }
    if (path.startsWith('/exports/')) {
      const found = await openExport(folders.exports, decodeURIComponent(path.slice('/exports/'.length)))
      if (found === null) return notFound()
      const { file, size, headers } = found
      // Closes the file at its end, and where the page stops reading.
      const body = size === 0 ? Readable.from([]) : file.createReadStream({ end: size - 1 })
      return new Response(Readable.toWeb(body), { headers })
    }
    const file = path.endsWith('.html') ? null : await files.get(path)
    if (file === null) return notFound()
    return new Response(new Uint8Array(file.body), {
      headers: { ...SECURITY_HEADERS, 'content-type': file.contentType },
    })
  }
  session.protocol.handle('app', async (request) => {
    const url = URL.parse(request.url)
    if (url === null || url.host !== 'desk' || request.method !== 'GET') return notFound()
    return answer(url.pathname).catch(notFound)
  })
}
