import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SECURITY_HEADERS } from '../page.ts'
import { refuse } from './respond.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8',
  '.tsv': 'text/tab-separated-values; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

/** No separator of any system in it, and not hidden: a name, never a path. */
const BARE_NAME = /^[^.\\/:\0][^\\/:\0]{0,199}$/

/** The headers of a download; null where the name is not a bare file name of a kind the desk exports. */
const exportHeaders = (fileName: string) => {
  const contentType = CONTENT_TYPES[extname(fileName)]
  if (contentType === undefined || !BARE_NAME.test(fileName)) return null
  return {
    ...SECURITY_HEADERS,
    'content-type': contentType,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    'cache-control': 'no-store',
  }
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
  const headers = exportHeaders(fileName)
  const file = headers === null ? null : await open(join(folder, fileName), flags).catch(() => null)
  if (headers === null || file === null) return null
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
