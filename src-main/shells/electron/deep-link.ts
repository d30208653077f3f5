// Links into the window: agency-desk://rankings/<brand id>?search=tea shows the page's own #/rankings/<brand id>?search=tea.
// Anyone can write such a link, so it only shows a place: it starts nothing.
import { app } from 'electron'
import type { Notice } from '../../../src-shared/desk/desk.ts'
import { APP_ORIGIN } from './protocol.ts'

const SCHEME = 'agency-desk'
const LINK = /^agency-desk:\/\/([a-z-]{1,40})(?:\/([\w-]{1,100}))?\/?(?:\?([^#]{0,2000}))?$/

const pageOf = (view: string, scope: string, params: URLSearchParams): string =>
  `${APP_ORIGIN}/#/${encodeURIComponent(view)}/${encodeURIComponent(scope)}${params.size === 0 ? '' : `?${params}`}`

/** The page's address for a link; null for a text that is no such link. */
export const pageOfLink = (link: string): string | null => {
  const [, view, scope = 'all', query = ''] = LINK.exec(link) ?? []
  return view === undefined ? null : pageOf(view, scope, new URLSearchParams(query))
}

/** The page's address for the place that a notice leads to; without a brand it is of all. */
export const pageOfPlace = ({ view, params }: NonNullable<Notice['opens']>, brandId = 'all'): string =>
  pageOf(view, brandId, new URLSearchParams(params))

/** The page's address for the link among a program's arguments, as Windows and Linux hand it over; null for none. */
export const pageOfArguments = (args: readonly string[]): string | null => {
  const link = args.find((arg) => arg.startsWith(`${SCHEME}:`))
  return link === undefined ? null : pageOfLink(link)
}

/** Links from the system, from now on. One that comes before there is a window (macOS) is the page to begin with. */
export const followLinks = (args: readonly string[]) => {
  let first = pageOfArguments(args)
  let show = (page: string): void => {
    first = page
  }
  // A start from the sources must not take the system's links away from an installed desk.
  if (app.isPackaged) app.setAsDefaultProtocolClient(SCHEME)
  app.on('open-url', (event, link) => {
    event.preventDefault()
    const page = pageOfLink(link)
    if (page !== null) show(page)
  })
  return {
    /** The page to begin with. */
    firstPage: (): string => first ?? `${APP_ORIGIN}/`,
    onPage: (listener: (page: string) => void): void => {
      show = listener
    },
  }
}
export type Links = ReturnType<typeof followLinks>
