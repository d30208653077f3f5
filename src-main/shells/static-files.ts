// The built page's files. Only files listed in the folder are served, by name, so that no path can lead out of it.
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

export type StaticFile = {
  readonly body: Buffer
  readonly contentType: string
  /** The bundler put a hash of the content into its name. */
  readonly isHashed: boolean
}

const listFolder = (folder: string): Set<string> => {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile())
    return new Set(files.map((file) => join(file.parentPath, file.name).slice(folder.length).split(sep).join('/')))
  } catch {
    return new Set()
  }
}

export const createStaticFiles = (folder: string) => {
  let paths = listFolder(folder)
  const read = async (urlPath: string): Promise<Buffer | null> => {
    // A build that ran since then has other names.
    if (!paths.has(urlPath)) paths = listFolder(folder)
    if (!paths.has(urlPath)) return null
    return readFile(join(folder, urlPath)).catch(() => null)
  }
  return {
    /** The file behind an URL path such as `/assets/index-1a2b.js`; null where there is none. */
    get: async (urlPath: string): Promise<StaticFile | null> => {
      const contentType = CONTENT_TYPES[extname(urlPath)]
      const body = contentType === undefined ? null : await read(urlPath)
      if (body === null || contentType === undefined) return null
      return { body, contentType, isHashed: urlPath.startsWith('/assets/') }
    },
    /** index.html as text; null where the page was never built. */
    index: async (): Promise<string | null> => (await read('/index.html'))?.toString('utf8') ?? null,
  }
}
