import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { basename, dirname, extname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SECURITY_HEADERS } from '../page.ts'
import { refuse } from './respond.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8',
  '.tsv': 'text/tab-separated-values; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.pdf': 'application/pdf',
  '.html': 'text/html; charset=utf-8',
  '.zip': 'application/zip',
}

/** No separator of any system in it, and not hidden: a name, never a path. */
const BARE_NAME = /^[^.\\/:\0][^\\/:\0]{0,199}$/
/** Files of reports lie two folders below: `reports/2026-10/acme.pdf`. */
const REPORTS = 'reports'

/** The parts of the name of an export; null: it is none. */
const partsOf = (fileName: string): readonly string[] | null => {
  const parts = fileName.split('/')
  const isReport = parts.length === 3 && parts[0] === REPORTS
  return (parts.length === 1 || isReport) && parts.every((part) => BARE_NAME.test(part)) ? parts : null
}

/** The headers of a download; null where the desk exports no files of this kind. Nothing of it runs on our origin. */
const exportHeaders = (fileName: string) => {
  const contentType = CONTENT_TYPES[extname(fileName)]
  if (contentType === undefined) return null
  return {
    ...SECURITY_HEADERS,
    'content-type': contentType,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(basename(fileName))}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'cache-control': 'no-store',
  }
}

/** Whether each folder between the exports and the file is itself, and no link to another place. */
const isInside = async (folder: string, path: string): Promise<boolean> => {
  const [real, realParent] = await Promise.all([realpath(folder), realpath(dirname(path))]).catch(() => ['', '-'])
  return realParent === join(real, relative(folder, dirname(path)))
}

type OpenExport = {
  readonly file: FileHandle
  readonly size: number
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Opens one file of the exports folder; null where there is no such export. Links are not followed. The caller closes
 * the file, and sends `size` bytes of it: it can grow meanwhile.
 */
export const openExport = async (folder: string, fileName: string): Promise<OpenExport | null> => {
  // Windows has no O_NOFOLLOW; making a link there takes an administrator.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)
  const parts = partsOf(fileName)
  const headers = exportHeaders(parts?.at(-1) ?? '')
  if (parts === null || headers === null) return null
  const path = join(folder, ...parts)
  const file = (await isInside(folder, path)) ? await open(path, flags).catch(() => null) : null
  if (file === null) return null
  const info = await file.stat()
  if (info.isFile()) return { file, size: info.size, headers: { ...headers, 'content-length': `${info.size}` } }
  await file.close()
  return null
}

/** Sends one file of the exports folder as a download. */
export const sendExport = async (response: ServerResponse, folder: string, fileName: string): Promise<void> => {
  const found = await openExport(folder, fileName)
  if (found === null) return refuse(response, 404, 'There is no such export.')
  const { file, size, headers } = found
  try {
    response.writeHead(200, headers)
    if (size === 0) response.end()
    else await pipeline(file.createReadStream({ autoClose: false, end: size - 1 }), response)
  } finally {
    await file.close()
  }
}
