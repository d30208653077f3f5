import { readFileSync } from 'node:fs'
import { getDocument, OPS, VerbosityLevel } from 'unpdf/pdfjs'

/** What a PDF file holds, as readers of it see it. */
export const pdfContents = async (path: string) => {
  const data = readFileSync(path)
  const raw = data.toString('latin1')
  const document = await getDocument({ data: new Uint8Array(data), verbosity: VerbosityLevel.ERRORS }).promise
  const pages = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    const { fnArray } = await page.getOperatorList()
    const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    pages.push({
      text,
      images: fnArray.filter((op) => op === OPS.paintImageXObject || op === OPS.paintInlineImageXObject).length,
      paths: fnArray.filter((op) => op === OPS.constructPath).length,
      structure: JSON.stringify(await page.getStructTree()),
    })
  }
  const drawn = raw
    .split('endobj')
    .flatMap((object) => (object.includes('/Type3') ? (/\/FontDescriptor (\d+) 0 R/.exec(object)?.[1] ?? []) : []))
  const count = (pattern: RegExp) => raw.match(pattern)?.length ?? 0
  const { info } = (await document.getMetadata()) as { info: { Title?: string; Language?: string } } // of the file's header
  return {
    pages,
    text: pages
      .map((page) => page.text)
      .join(' ')
      .replaceAll(/\s+/g, ' '),
    isMarked: /\/MarkInfo\s*<<[^>]*\/Marked true/.test(raw),
    outline: ((await document.getOutline()) ?? []).map(({ title }) => title),
    title: info.Title,
    language: info.Language,
    // A font of type 3 is drawn by the file itself.
    fonts: {
      described: count(/\/Type\s*\/FontDescriptor/g),
      embedded: count(/\/FontFile[23]?\s/g) + new Set(drawn).size,
    },
  }
}
