import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { basename, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SECURITY_HEADERS } from '../page.ts'
import { refuse } from './respond.ts'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.csv': 'text/csv; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

/** A bare file name of a kind the desk exports; never a path. */
const isExportName = (name: string): boolean =>
  basename(name) === name && /^[^.\\/][^\\/]{0,199}$/.test(name) && CONTENT_TYPES[extname(name)] !== undefined

const sendFile = async (response: ServerResponse, file: FileHandle, fileName: string): Promise<void> => {
  const info = await file.stat()
  if (!info.isFile()) return refuse(response, 404, 'There is no such export.')
  response.writeHead(200, {
    ...SECURITY_HEADERS,
    'content-type': CONTENT_TYPES[extname(fileName)] ?? 'application/octet-stream',
    'content-length': info.size,
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    'cache-control': 'no-store',
  })
  // The file can grow while it is read; the length was promised.
  if (info.size === 0) response.end()
  else await pipeline(file.createReadStream({ autoClose: false, end: info.size - 1 }), response)
}

/** Sends one file of the exports folder as a download. Links are not followed. */
export const sendExport = async (response: ServerResponse, folder: string, fileName: string): Promise<void> => {
  // Windows has no O_NOFOLLOW; making a link there takes an administrator.
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)
  const file = isExportName(fileName) ? await open(join(folder, fileName), flags).catch(() => null) : null
  if (file === null) return refuse(response, 404, 'There is no such export.')
  await sendFile(response, file, fileName).finally(() => file.close())
}
